import { assertEquals } from "@std/assert";
import { toAuthorStack } from "../../../../src/run/worker/author_stack.ts";

const OWN = "file:///program/";

Deno.test("toAuthorStack() keeps the author's frames and those of Node above them", () => {
  const stack = `TypeError: two
lines
    at parse (node:url:1:2)
    at deep (file:///project/lib/a.ts:3:4)
    at file:///program/run_worker.js:5:6
    at AsyncLocalStorage.run (node:async_hooks:69:14)
    at async Object.run (file:///project/workflow.ts:7:8)
    at async run (file:///program/run_worker.js:9:10)
    at eventLoopTick (ext:core/01_core.js:187:7)
    at process (node:process:1:1)`;
  assertEquals(
    toAuthorStack(stack, OWN),
    `TypeError: two
lines
    at parse (node:url:1:2)
    at deep (file:///project/lib/a.ts:3:4)
    at AsyncLocalStorage.run (node:async_hooks:69:14)
    at async Object.run (file:///project/workflow.ts:7:8)`,
  );
});

Deno.test("toAuthorStack() leaves only the message where no frame is the author's", () => {
  assertEquals(
    toAuthorStack("Error: no\n    at f (file:///program/a.js:1:2)\n    at node:x:1:1", OWN),
    "Error: no",
  );
});
