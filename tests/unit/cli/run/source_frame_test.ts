import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { toSourceFrame } from "../../../../src/cli/run/source_frame.ts";

const dir = await Deno.makeTempDir();
await Deno.writeTextFile(join(dir, "a.ts"), `one\n\tthrow 请(x);\n${"x".repeat(501)}\n`);
Deno.test.afterAll(() => Deno.remove(dir, { recursive: true }));

Deno.test("toSourceFrame() marks the column, behind tabs and wide characters too", async () => {
  assertEquals(
    await toSourceFrame(dir, { file: "a.ts", line: 2, column: 10 }),
    "a.ts:2:10\n  2 | \tthrow 请(x);\n    | \t         ^\n",
  );
});

Deno.test("toSourceFrame() names only the place where the line is gone or too long", async () => {
  for (const place of [{ file: "a.ts", line: 9 }, { file: "a.ts", line: 3 }, { file: "gone.ts", line: 1 }]) {
    assertEquals(await toSourceFrame(dir, { ...place, column: 1 }), `${place.file}:${place.line}:1\n`);
  }
});
