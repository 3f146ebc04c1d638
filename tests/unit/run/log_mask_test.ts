import { assertEquals } from "@std/assert";
import { LogMask } from "../../../src/run/log_mask.ts";

Deno.test("LogMask masks every value that it has been given, also as JSON and URLs write it", () => {
  const mask = new LogMask();
  assertEquals(mask.mask("token s3cr3t/t0ken"), "token s3cr3t/t0ken");
  mask.add(["s3cr3t/t0ken"]);
  mask.add(['pin "4711"']);
  assertEquals(
    mask.mask('token s3cr3t/t0ken, ?t=s3cr3t%2Ft0ken, {"pin":"pin \\"4711\\""}'),
    'token ***, ?t=***, {"pin":"***"}',
  );
});

Deno.test("LogMask forgets the oldest of a thousand values", () => {
  const mask = new LogMask();
  mask.add(["the-first-value"]);
  mask.add(Array.from({ length: 1000 }, (_, n) => `value-number-${n}-`));
  assertEquals(mask.mask("the-first-value value-number-999-"), "the-first-value ***");
});
