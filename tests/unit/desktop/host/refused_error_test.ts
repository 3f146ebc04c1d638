import { assertEquals } from "@std/assert";
import { toRefusedError } from "../../../../src/desktop/host/refused_error.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import { RpcError } from "../../../../src/mcp/rpc_error.ts";

Deno.test("toRefusedError() tells a tool that there is not from arguments that do not fit", () => {
  const unknown = new RpcError(-32602, 'Unknown tool "x"', { tool: "x" });
  const malformed = new RpcError(-32602, 'Malformed tools/call: "name" must be a string', { faults: [] });
  assertEquals(toRefusedError(unknown), { code: "unknown_tool", message: 'Unknown tool "x"' });
  assertEquals(toRefusedError(malformed).code, "invalid_arguments");
  const error = new WorkflowError("invalid_arguments", "Cannot start main");
  assertEquals(toRefusedError(error), { code: "invalid_arguments", message: "Cannot start main" });
});
