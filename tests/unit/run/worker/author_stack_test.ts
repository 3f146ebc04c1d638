import { assertEquals } from "@std/assert";
import { toAuthorStack } from "../../../../src/run/worker/author_stack.ts";

const PROJECT = Deno.build.os === "windows" ? "file:///C:/project" : "file:///project";
const OWN_URL = Deno.build.os === "windows" ? "file:///C:/my program" : "file:///my program";
const OWN = Deno.build.os === "windows" ? "C:\\my program" : "/my program";

Deno.test("toAuthorStack() keeps the author's frames and those of Node above them", () => {
  const stack = `TypeError: two
lines
    at parse (node:url:1:2)
    at deep (${PROJECT}/lib/a.ts:3:4)
    at ${OWN_URL}/run_worker.js:5:6
    at AsyncLocalStorage.run (node:async_hooks:69:14)
    at async Object.run (${PROJECT}/workflow.ts:7:8)
    at async run (${OWN_URL}/run_worker.js:9:10)
    at eventLoopTick (ext:core/01_core.js:187:7)
    at process (node:process:1:1)`;
  assertEquals(
    toAuthorStack(stack, OWN),
    `TypeError: two
lines
    at parse (node:url:1:2)
    at deep (${PROJECT}/lib/a.ts:3:4)
    at AsyncLocalStorage.run (node:async_hooks:69:14)
    at async Object.run (${PROJECT}/workflow.ts:7:8)`,
  );
});

Deno.test("toAuthorStack() leaves only the message where no frame is the author's", () => {
  assertEquals(
    toAuthorStack(`Error: no\n    at f (${OWN_URL}/a.js:1:2)\n    at node:x:1:1`, OWN),
    "Error: no",
  );
});
