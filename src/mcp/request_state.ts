import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { toCanonicalJson } from "../core/canonical_json.ts";
import { isObject, type JsonObject } from "./json_object.ts";
import { ERROR_CODES } from "./json_rpc.ts";
import { RpcError } from "./rpc_error.ts";

/** How long a form can be answered by calling again, in milliseconds: as long as a run waits. */
export const STATE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Raised when states of an older form could be misread. */
const VERSION = "v1";

/** The call that a state belongs to: it is refused with any other. */
export interface StateBinding {
  /** The id of the project that is served; several may share a data dir. */
  readonly projectId: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** A form that was returned to a client, on its way there and back. */
export interface OpenForm {
  readonly runId: string;
  /** The interaction's key. */
  readonly key: string;
  /** Makes sure that it is answered once. */
  readonly nonce: string;
  /** The name under which the client answers. */
  readonly name: string;
  /** How often the question has been put, this time included. */
  readonly attempt: number;
}

/** Options for {@linkcode RequestStates}. */
export interface RequestStatesOptions {
  /** Gives the secret that states are signed with; called when the first is made or read. */
  readonly readKey: () => Promise<Uint8Array<ArrayBuffer>>;
  /** @default Date.now */
  readonly now?: () => number;
}

/**
 * Makes and reads `requestState`: signed (HMAC-SHA-256), so that nobody else can make or change one; bound to project, tool
 * and arguments; limited in time. That each is used once is for the journal to see to, by the nonce. They can be read by
 * whoever has them, and hold nothing but ids.
 */
export class RequestStates {
  readonly #options: RequestStatesOptions;
  #key: Promise<CryptoKey> | undefined;

  /** @param options The secret. */
  constructor(options: RequestStatesOptions) {
    this.#options = options;
  }

  /**
   * Makes the state of a form.
   *
   * @param form The form.
   * @param binding The call that it belongs to.
   * @returns The state.
   * @throws {WorkflowError} `store_failed` if there is no secret to be had.
   */
  async seal(form: OpenForm, { projectId, tool, args }: StateBinding): Promise<string> {
    const digest = await toDigest(args);
    const payload = { ...form, projectId, tool, digest, expiresAt: this.#now() + STATE_LIFETIME_MS };
    const signed = `${VERSION}.${toBase64Url(toBytes(JSON.stringify(payload)))}`;
    const signature = await crypto.subtle.sign("HMAC", await this.#secret(), toBytes(signed));
    return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
  }

  /**
   * Reads a state that a client brought.
   *
   * @param state The state.
   * @param binding The call that came with it.
   * @returns The form.
   * @throws {RpcError} If it was not made here, was changed, has expired or belongs to another call. Nothing of the run shows.
   * @throws {WorkflowError} `store_failed` if there is no secret to be had.
   */
  async open(state: string, { projectId, tool, args }: StateBinding): Promise<OpenForm> {
    const payload = await this.#verify(state);
    if (!payload) throw stateError("was not made by this server, or was changed on the way");
    if (payload.expiresAt <= this.#now()) throw stateError("has expired");
    if (payload.projectId !== projectId) throw stateError("belongs to another workflow project");
    if (payload.tool !== tool) throw stateError("belongs to a call of another tool");
    if (payload.digest !== await toDigest(args)) throw stateError("belongs to a call with other arguments");
    const { runId, key, nonce, name, attempt } = payload;
    return { runId, key, nonce, name, attempt };
  }

  async #verify(state: string): Promise<Payload | undefined> {
    const [version, text, mac, ...rest] = state.split(".", 4);
    if (version !== VERSION || text === undefined || mac === undefined || rest.length > 0) return undefined;
    const signature = fromBase64Url(mac);
    if (!signature) return undefined;
    const signed = toBytes(`${version}.${text}`);
    if (!await crypto.subtle.verify("HMAC", await this.#secret(), signature, signed)) return undefined;
    const bytes = fromBase64Url(text);
    const payload: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return isPayload(payload) ? payload : undefined;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #secret(): Promise<CryptoKey> {
    if (this.#key) return this.#key;
    const key = this.#options.readKey().then((bytes) =>
      crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"])
    );
    // A key that could not be read may be there the next time.
    key.catch(() => this.#key = undefined);
    return this.#key = key;
  }
}

/**
 * The error for a state that cannot be used.
 *
 * @param why Words that follow `requestState`.
 * @returns The error.
 */
export function stateError(why: string): RpcError {
  return new RpcError(
    ERROR_CODES.invalidParams,
    `The requestState ${why}. Call the tool without requestState and inputResponses to begin anew`,
    { faults: [{ path: "requestState", reason: why }] },
  );
}

interface Payload extends OpenForm {
  readonly projectId: string;
  readonly tool: string;
  readonly digest: string;
  readonly expiresAt: number;
}

const TEXTS = ["runId", "key", "nonce", "name", "projectId", "tool", "digest"] as const;

function isPayload(value: unknown): value is Payload {
  return isObject(value) && TEXTS.every((name) => typeof value[name] === "string") &&
    typeof value.attempt === "number" && typeof value.expiresAt === "number";
}

async function toDigest(args: JsonObject): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes(toCanonicalJson(args)))));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
