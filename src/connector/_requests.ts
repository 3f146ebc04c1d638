import type { Client } from "@modelcontextprotocol/sdk/client";

/** The SDK, as `_sdk.ts` exports it once it is loaded. */
export type Sdk = typeof import("./_sdk.ts");

/** Options of a request of the SDK's client. */
export type RequestOptions = NonNullable<Parameters<Client["request"]>[2]>;

/** The longest that a timer can wait. The SDK is given no shorter time: whoever asks measures it, and knows why it ended. */
export const NO_TIMEOUT = 2_147_483_647;

/** JSON-RPC's code for a method that a server does not have. */
export const METHOD_NOT_FOUND = -32601;

/** What a server answered instead of a result. */
export interface RpcError {
  readonly code: number;
  /** Without what the SDK writes before it. */
  readonly message: string;
  readonly data: unknown;
}

/**
 * Reads an error of the SDK's client.
 *
 * @param error What a request was rejected with.
 * @returns What the server answered; `undefined` for any other error.
 */
export function toRpcError(error: unknown): RpcError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "number") return undefined;
  const data: unknown = "data" in error ? error.data : undefined;
  return { code: error.code, message: error.message.replace(/^MCP error -?\d+: /, ""), data };
}
