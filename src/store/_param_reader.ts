import { WorkflowError } from "../errors.ts";
import { nameFault } from "./file_name.ts";
import { fromCursor } from "./page_cursor.ts";
import {
  countFault,
  keyFault,
  MAX_CHUNK_BYTES,
  MAX_METADATA_BYTES,
  prefixFault,
  queryFault,
  sizeFault,
  ttlFault,
} from "./rules.ts";

/** Reads the params of a call, which may be anything. */
export class ParamReader {
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #place: string;

  /**
   * @param params What should be an object.
   * @param place What it is, for messages.
   * @throws {WorkflowError} `store_failed` if it is something else; so do all methods.
   */
  constructor(params: unknown, place: string) {
    this.#place = place;
    if (typeof params !== "object" || params === null) throw this.#refuse("must be an object");
    this.#params = params as Readonly<Record<string, unknown>>;
  }

  /** A key, name or id. */
  key(name: string): string {
    return this.#check<string>(name, keyFault);
  }

  /** JSON text that is not too long. */
  json(name: string): string {
    return this.#check<string>(name, jsonFault);
  }

  /** Any text. */
  text(name: string): string {
    return this.#check<string>(name, textFault);
  }

  /** What a person looks for. */
  query(name: string): string {
    return this.#check<string>(name, queryFault);
  }

  /** The name of a file. */
  fileName(name: string): string {
    return this.#check<string>(name, nameFault);
  }

  /** A whole number of at least 0. */
  count(name: string): number {
    return this.#check<number>(
      name,
      (value) => Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : "must be a whole number",
    );
  }

  /** Bytes of one message, which nobody else can change. */
  chunk(name: string): Uint8Array {
    return this.#check<Uint8Array>(name, chunkFault);
  }

  /** A JSON object; what JSON would not keep of it is gone. */
  metadata(name: string): Readonly<Record<string, unknown>> {
    const json = toObjectJson(this.#own(name));
    const fault = json === undefined ? "must be a JSON object" : sizeFault(json, MAX_METADATA_BYTES);
    if (json === undefined || fault !== undefined) throw this.#refuse(`\`${name}\` ${fault}`);
    return JSON.parse(json);
  }

  /** What `read` makes of the param under its own name; nothing where it is absent. */
  optional<N extends string, T>(name: N, read: (name: N) => T): { [K in N]?: T } {
    return this.#own(name) === undefined ? {} : { [name]: read(name) } as { [K in N]?: T };
  }

  /** The `limit` of a page or search. */
  limit(most: number): { limit?: number } {
    return this.optional("limit", (name) => this.#check<number>(name, (value) => countFault(value, most)));
  }

  /** The `cursor` of a page. */
  cursor(): { cursor?: string } {
    return this.optional("cursor", (name) => this.#check<string>(name, cursorFault));
  }

  /** The `prefix` of keys. */
  prefix(): { prefix?: string } {
    return this.optional("prefix", (name) => this.#check<string>(name, prefixFault));
  }

  /** The `ttl` of a value. */
  ttl(): { ttl?: number } {
    return this.optional("ttl", (name) => this.#check<number>(name, ttlFault));
  }

  /** An object inside. */
  inside(name: string): ParamReader {
    return new ParamReader(this.#own(name), `\`${name}\` of ${this.#place}`);
  }

  #check<T>(name: string, faultOf: (value: unknown) => string | undefined): T {
    const value = this.#own(name);
    const fault = faultOf(value);
    if (fault !== undefined) throw this.#refuse(`\`${name}\` ${fault}`);
    return value as T;
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#params, name) ? this.#params[name] : undefined;
  }

  #refuse(fault: string): WorkflowError {
    return new WorkflowError("store_failed", `Cannot use ${this.#place}: ${fault}`);
  }
}

function textFault(value: unknown): string | undefined {
  return typeof value === "string" ? undefined : "must be a text";
}

function jsonFault(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a JSON text";
  const fault = sizeFault(value);
  if (fault !== undefined) return fault;
  try {
    JSON.parse(value);
    return undefined;
  } catch {
    return "must be a JSON text";
  }
}

function cursorFault(value: unknown): string | undefined {
  return fromCursor(value) === undefined ? "must be one that a list gave" : undefined;
}

function chunkFault(value: unknown): string | undefined {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return "must be bytes";
  return value.length <= MAX_CHUNK_BYTES
    ? undefined
    : `must be at most ${MAX_CHUNK_BYTES} bytes, found ${value.length}`;
}

function toObjectJson(value: unknown): string | undefined {
  try {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const json = JSON.stringify(value);
    return json?.startsWith("{") ? json : undefined;
  } catch {
    return undefined; // A cycle, say.
  }
}
