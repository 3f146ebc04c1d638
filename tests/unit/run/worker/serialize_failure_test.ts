import { assertEquals } from "@std/assert";
import { WorkflowError } from "../../../../src/errors.ts";
import { serializeFailure } from "../../../../src/run/worker/serialize_failure.ts";

const windows = Deno.build.os === "windows";
const options = {
  code: "run_failed",
  projectDir: windows ? "C:\\project" : "/project",
  ownDir: windows ? "C:\\own" : "/own",
  scratchDir: "/scratch/1234",
} as const;

function errorWith(members: PropertyDescriptorMap): Error {
  return Object.defineProperties(new Error("message"), members);
}

Deno.test("serializeFailure() gives the author's line and stack", () => {
  const root = windows ? "file:///C:" : "file://";
  const stack = `Error: message\n    at f (${root}/project/a.ts:2:3)\n    at run (${root}/own/run.js:1:1)`;
  assertEquals(serializeFailure(errorWith({ stack: { value: stack } }), options), {
    code: "run_failed",
    message: "message",
    location: { file: "a.ts", line: 2, column: 3 },
    stack: `Error: message\n    at f (${root}/project/a.ts:2:3)`,
  });
});

Deno.test("serializeFailure() keeps the code of a WorkflowError", () => {
  const { code, errCode } = serializeFailure(
    new WorkflowError("business_error", "no", { errCode: 4 }),
    options,
  );
  assertEquals([code, errCode], ["business_error", 4]);
});

Deno.test("serializeFailure() tells less where looking at the error throws", () => {
  const fail = () => {
    throw new Error("while looking");
  };
  assertEquals(serializeFailure(errorWith({ stack: { get: fail } }), options), {
    code: "run_failed",
    message: "message",
  });
  assertEquals(
    serializeFailure(errorWith({ message: { get: fail } }), options).message,
    "an error that cannot be shown",
  );
});

Deno.test("serializeFailure() leaves out a stack that is no text", () => {
  assertEquals(serializeFailure(errorWith({ stack: { value: [] } }), options), {
    code: "run_failed",
    message: "message",
  });
});

Deno.test("serializeFailure() says nothing of where the run's temporary folder is", () => {
  const { message } = serializeFailure(new Error("No such file: /scratch/1234/nope"), options);
  assertEquals(message, "No such file: <temporary folder>/nope");
});
