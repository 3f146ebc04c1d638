import type { ServerHandlers, Tool, ToolResult } from "../../../src/mcp/handlers.ts";

/** Handlers with the tools `echo` (gives back its arguments) and `wait` (ends when it is cancelled); any can be replaced. */
export function fakeHandlers(overrides: Partial<ServerHandlers> = {}): ServerHandlers {
  return {
    identity: () => Promise.resolve({ name: "workflow-1", version: "1.2.0", title: "Test" }),
    listTools: () => Promise.resolve([tool("echo"), tool("wait")]),
    callTool: (name, args, { signal }) => {
      if (name === "echo") return Promise.resolve(textResult(JSON.stringify(args)));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    ...overrides,
  };
}

/** A tool that takes anything. */
export function tool(name: string): Tool {
  return { name, inputSchema: { type: "object" } };
}

/** A result with nothing but this text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}
