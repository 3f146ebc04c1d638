import { assertEquals } from "@std/assert";
import { explainResponse, quoteBody } from "../../../../../src/run/worker/agent/explain_response.ts";

Deno.test("quoteBody() finds the message of an error, however a server writes it", () => {
  assertEquals(
    [
      '{"error":{"message":"a","type":"x"}}',
      '{"error":"b"}',
      '{"message":"c"}',
      '{"detail":"d"}',
      '[{"error":{"message":"e"}}]',
      "plain\n text",
      "<!doctype html><p>x",
      "",
    ].map(quoteBody),
    ["a", "b", "c", "d", "e", "plain text", "a web page", ""],
  );
});

Deno.test("quoteBody() cuts what is long", () => {
  assertEquals(quoteBody("x".repeat(5_000)), `${"x".repeat(300)}…`);
});

Deno.test("explainResponse() tells an unknown model from a wrong address", () => {
  assertEquals(
    explainResponse(404, "", undefined),
    "the model server's address does not end before /chat/completions (404)",
  );
  assertEquals(explainResponse(404, "", "m").startsWith("the model server does not know the model"), true);
});
