import { createRedactor, type Redact } from "../../connector/redactor.ts";
import { toMessage } from "../../errors.ts";
import type { ModelRequest, ModelResponse, ServerAccess } from "../protocol.ts";

/** How long a whole answer may take, in milliseconds: a model that thinks long before it answers is not cut off. */
const LIMIT_MS = 10 * 60 * 1000;
/** An answer is no longer than this, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A key as short as this may be a word, such as `ollama`, which an answer may have by itself. */
const LONGEST_WORD = 15;

const NOT_SET = "nobody has said where it is; `workflow-code auth login` saves that, " +
  "WORKFLOW_SERVER_URL with WORKFLOW_SERVER_ADMIN_KEY says it for one start";

/** Options for {@linkcode ModelServer}. */
export interface ModelServerOptions {
  /** How long a whole answer may take, in milliseconds. @default 600000 */
  readonly limitMs?: number;
  /** How long an answer may be, in bytes. @default 16777216 */
  readonly maxBytes?: number;
}

/** The server where agents reach models. Its key stays here: it is in no answer, and in no request to another address. */
export class ModelServer {
  readonly #server: ServerAccess | undefined;
  readonly #options: ModelServerOptions;
  readonly #redact: Redact;
  readonly #isWord: boolean;

  /**
   * @param server Where it is, or why that is not known.
   * @param options Its limits.
   */
  constructor(server: ServerAccess | undefined, options: ModelServerOptions = {}) {
    this.#server = server;
    this.#options = options;
    const key = server && "key" in server ? server.key : undefined;
    this.#redact = createRedactor(key === undefined ? [] : [key]);
    this.#isWord = (key?.length ?? 0) <= LONGEST_WORD;
  }

  /**
   * Makes a request.
   *
   * @param request The request.
   * @param signal Gives it up at once when it aborts.
   * @returns What came of it; failures are told, not thrown.
   * @throws The signal's reason.
   */
  async request({ path, body }: ModelRequest, signal: AbortSignal): Promise<ModelResponse> {
    const server = this.#server;
    if (!server) return fail(`cannot be asked: ${NOT_SET}`);
    if ("fault" in server) return fail(`cannot be asked: ${server.fault}`);
    const { limitMs = LIMIT_MS } = this.#options;
    const late = AbortSignal.timeout(limitMs);
    try {
      const response = await fetch(server.url + path, {
        ...(body === undefined ? {} : { method: "POST", body }),
        headers: {
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(server.key === undefined ? {} : { authorization: `Bearer ${server.key}` }),
        },
        // Where it leads to is another server, which is not to be sent the key.
        redirect: "manual",
        signal: AbortSignal.any([signal, late]),
      });
      return await this.#read(response);
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return fail(`did not answer within ${limitMs / 1000} s`);
      return fail(
        `cannot be reached at ${new URL(server.url).origin}: ${this.#redact(explain(error))}`,
        true,
      );
    }
  }

  async #read(response: Response): Promise<ModelResponse> {
    const { maxBytes = MAX_BYTES } = this.#options;
    const body = await readText(response, maxBytes);
    if (body === undefined) return fail(`gave an answer of more than ${maxBytes} bytes`);
    const retryAfter = response.headers.get("retry-after");
    return {
      answered: true,
      status: response.status,
      ...(retryAfter === null ? {} : { retryAfter }),
      body: response.ok && this.#isWord ? body : this.#redact(body),
    };
  }
}

function fail(what: string, isTransient = false): ModelResponse {
  return { answered: false, reason: `the model server ${what}`, isTransient };
}

async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What happened is in the causes of what failed. */
function explain(error: unknown): string {
  const texts = [toMessage(error)];
  for (let cause = error; cause instanceof Error && cause.cause !== undefined; cause = cause.cause) {
    texts.push(toMessage(cause.cause));
  }
  const text = texts.join(": ");
  if (/ECONNREFUSED|connection refused/i.test(text)) return "nothing answers there (connection refused)";
  if (/ENOTFOUND|dns error|failed to lookup/i.test(text)) return "there is no such host";
  if (/certificate|UnknownIssuer/i.test(text)) return `its certificate is not trusted (${text})`;
  return text.replace(/\s*\(?https?:\/\/\S+/g, "");
}
