import { toMessage } from "../errors.ts";
import type { Server } from "./server.ts";

/** How long a server may take to answer, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** No list of models is longer. */
const MAX_BYTES = 8 * 1024 * 1024;

/** What a server says of itself. */
export type ServerCheck =
  | { readonly ok: true; /** The ids of its models. */ readonly models: readonly string[] }
  /** Why agents could not work with it, for people; the key is not in it. */
  | { readonly ok: false; readonly reason: string };

/** Options for {@linkcode checkServer}. */
export interface CheckServerOptions {
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal;
  /** Milliseconds. @default 15000 */
  readonly timeout?: number;
}

/**
 * Asks a server for its models, as agents would.
 *
 * @param server Where it is, and its key.
 * @param options When to give up.
 * @returns What it says.
 * @throws The signal's reason.
 */
export async function checkServer(
  { url, key }: Server,
  { signal, timeout = TIMEOUT_MS }: CheckServerOptions = {},
): Promise<ServerCheck> {
  const refuse = (reason: string) => ({ ok: false, reason } as const);
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(`${url}/models`, {
      headers: {
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      // Where it leads to is another server, which is not to be sent the key.
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    const { status } = response;
    if (status === 200) return readModels(await readText(response)) ?? refuse(noModels(url));
    await response.body?.cancel();
    if (status === 401 || status === 403) {
      return refuse(
        key === undefined
          ? `${url} wants a key (it answered ${status})`
          : `${url} does not accept the key (it answered ${status})`,
      );
    }
    if (status >= 300 && status < 400) {
      return refuse(`${url} sends callers elsewhere (it answered ${status}); name the address itself`);
    }
    if (status === 404) return refuse(`${noModels(url)} (it answered 404)`);
    return refuse(`${url} answered ${status} when it was asked for its models`);
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) return refuse(`${url} did not answer within ${timeout / 1000} s`);
    return refuse(`${url} cannot be reached: ${withoutKey(toMessage(error), key)}`);
  }
}

function noModels(url: string): string {
  return `there is no OpenAI-compatible server at ${url}: ${url}/models gives no list of models; ` +
    "the address often ends with /v1";
}

async function readText(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) throw new Error(`its list of models has more than ${MAX_BYTES} bytes`);
  }
  return text;
}

function readModels(text: string): ServerCheck | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    const ids = data.map((model: { id?: unknown } | null) => model?.id);
    return ids.every((id) => typeof id === "string") ? { ok: true, models: ids } : undefined;
  } catch {
    return undefined;
  }
}

function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, "***");
}
