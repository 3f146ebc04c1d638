import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";

/**
 * Reads a line of a server as the SDK needs it: the SDK drops a message with anything odd about it, and whoever waits for it
 * waits in vain.
 *
 * @param line A line.
 * @returns The messages in it: one, or those of a batch; `undefined` when it is none.
 */
export function toMessages(line: string): JSONRPCMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const messages = (Array.isArray(value) ? value : [value]).map(toMessage);
  return messages.every((message) => message !== undefined) && messages.length > 0 ? messages : undefined;
}

function toMessage(value: unknown): JSONRPCMessage | undefined {
  if (!isObject(value)) return undefined;
  const { id, method, params, result, error } = value;
  if (typeof method === "string") {
    const request = { jsonrpc: "2.0", method, ...(isObject(params) ? { params } : {}) } as const;
    return id === undefined ? request : isId(id) ? { ...request, id } : undefined;
  }
  if (!isId(id)) return undefined;
  if (isObject(result)) {
    const { _meta, ...rest } = result; // Not used, and of the wrong form it would make the SDK drop the message.
    return { jsonrpc: "2.0", id, result: rest };
  }
  if (result !== undefined || error !== undefined) return { jsonrpc: "2.0", id, error: toError(error) };
  return undefined;
}

function toError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isObject(error)) {
    return { code: -32603, message: "the answer has neither an object as result nor an error" };
  }
  const { code, message, data } = error;
  return {
    code: Number.isSafeInteger(code) ? code as number : -32603,
    message: typeof message === "string" ? message : "no message",
    ...(data === undefined ? {} : { data }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}
