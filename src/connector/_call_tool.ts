import type { Client } from "@modelcontextprotocol/sdk/client";
import type { McpCallResult, McpContent } from "../core/api.ts";
import { showValue } from "../core/show_value.ts";
import { Deadline } from "./_deadline.ts";
import { McpServerError } from "./mcp_server_error.ts";
import { readResult } from "./_read_result.ts";
import { NO_TIMEOUT, type Sdk, toRpcError } from "./_requests.ts";
import type { Session } from "./_session.ts";

/** One call of a tool that exists. */
export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Gives it up. */
  readonly signal: AbortSignal | undefined;
}

/** Where calls go. */
export interface CallToolContext {
  readonly session: Session;
  readonly client: Client;
  readonly resultSchema: Sdk["ResultSchema"];
  /** How long the server may take to answer or to report progress, in milliseconds. */
  readonly timeout: number;
}

/**
 * Calls a tool.
 *
 * @param call The call.
 * @param context Where it goes.
 * @returns The answer. What the server answers as an error of the protocol is one as well, with `isError`.
 * @throws {McpServerError} `call_timeout`, `server_exited` or `closed`.
 * @throws {TypeError} When the arguments are not JSON.
 * @throws What the signal aborted with.
 */
export async function callTool(
  { name, args, signal }: ToolCall,
  { session, client, resultSchema, timeout }: CallToolContext,
): Promise<McpCallResult> {
  const action = `Cannot call tool ${session.redact(showValue(name))} of ${session.server}`;
  if (session.transport.endReason !== undefined) throw session.explainEnd(action);
  signal?.throwIfAborted();
  const deadline = new Deadline(timeout, signal);
  try {
    const result = await client.request(
      { method: "tools/call", params: { name, arguments: args } },
      resultSchema,
      {
        signal: deadline.signal,
        timeout: NO_TIMEOUT,
        onprogress: () => deadline.restart(), // Also what makes the server report progress at all.
      },
    );
    return readResult(result);
  } catch (error) {
    if (deadline.hasExpired) {
      throw new McpServerError("call_timeout", `${action}: no answer within ${timeout} ms`);
    }
    if (signal?.aborted) throw signal.reason;
    if (session.transport.endReason !== undefined) throw session.explainEnd(action);
    const answer = toRpcError(error);
    if (answer === undefined) throw error;
    return { content: toContent(answer).map((text) => toText(session.redact(text))), isError: true };
  } finally {
    deadline.end();
  }
}

function toContent({ message, data }: { readonly message: string; readonly data: unknown }): string[] {
  if (data === undefined || data === null) return [message];
  return [message, typeof data === "string" ? data : JSON.stringify(data)];
}

function toText(text: string): McpContent {
  return { type: "text", text };
}
