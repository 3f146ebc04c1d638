import { assertEquals } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import { RpcError, toErrorObject } from "../../../src/mcp/rpc_error.ts";

Deno.test("toErrorObject() takes an RpcError as it is", () => {
  assertEquals(toErrorObject(new RpcError(-32601, "no")), { code: -32601, message: "no" });
  assertEquals(toErrorObject(new RpcError(-32602, "no", [1])), { code: -32602, message: "no", data: [1] });
});

for (const code of ["usage", "invalid_project", "bundle_failed", "invalid_definition", "internal"] as const) {
  Deno.test(`toErrorObject() makes an internal error of "${code}" and keeps the code in the data`, () => {
    assertEquals(toErrorObject(new WorkflowError(code, "why")), {
      code: -32603,
      message: "why",
      data: { code },
    });
  });
}

Deno.test("toErrorObject() does not tell where a store is that failed", () => {
  const { code, message, data } = toErrorObject(new WorkflowError("store_failed", "Cannot open /secret"));
  assertEquals([code, data, message.includes("/secret")], [-32603, { code: "store_failed" }, false]);
});

Deno.test("toErrorObject() does not repeat a place that the message names already", () => {
  const location = { file: "workflow.ts", line: 3, column: 1 };
  const error = new WorkflowError("bundle_failed", "workflow.ts:3:1: expected ;", { location });
  assertEquals(toErrorObject(error).message, "workflow.ts:3:1: expected ;");
});

Deno.test("toErrorObject() says what else was thrown without a stack, and takes no code from it", () => {
  const error = Object.assign(new TypeError("x is not a function"), { code: 42, data: "secret" });
  assertEquals(toErrorObject(error), {
    code: -32603,
    message: "Internal error: TypeError: x is not a function",
  });
  assertEquals(toErrorObject("text"), { code: -32603, message: "Internal error: text" });
  assertEquals(toErrorObject(undefined).code, -32603);
});
