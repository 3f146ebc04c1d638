import { assertEquals } from "@std/assert";
import { locateError } from "../../../../src/run/worker/locate_error.ts";

const DIR = Deno.build.os === "windows" ? "C:\\my work\\Größe #1" : "/my work/Größe #1";
const URL_ = Deno.build.os === "windows" ? "file:///C:/my work/Größe #1" : "file:///my work/Größe #1";

function withStack(...frames: string[]): Error {
  const error = new Error("no");
  error.stack = ["Error: no", ...frames].join("\n");
  return error;
}

Deno.test("locateError() finds the first frame of the project, passing over packages and the program", () => {
  const error = withStack(
    "    at parse (node:url:1:2)",
    `    at f (${URL_}/node_modules/a/index.js:1:1)`,
    `    at g (${URL_}/packages/x/node_modules/a/index.js:1:1)`,
    "    at h (file:///program/run_worker.js:1:1)",
    `    at file:///my work/other/workflow.ts:7:7`,
    `    at async Object.run (${URL_}/lib dir/a.ts:3:14)`,
    `    at ${URL_}/workflow.ts:5:6`,
  );
  assertEquals(locateError(error, DIR), { file: "lib dir/a.ts", line: 3, column: 14 });
});

Deno.test("locateError() finds a frame without a function", () => {
  assertEquals(locateError(withStack(`    at ${URL_}/workflow.ts:5:6`), DIR), {
    file: "workflow.ts",
    line: 5,
    column: 6,
  });
});

Deno.test("locateError() finds nothing in what is no error, has no stack, or one that was made up", () => {
  for (const error of ["text", undefined, withStack(), withStack(`    at ${URL_}/\ud83d:1:1`)]) {
    assertEquals(locateError(error, DIR), undefined);
  }
});
