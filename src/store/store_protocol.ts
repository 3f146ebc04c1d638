/**
 * Every message between an executor and the worker that owns a project's stores, and nothing else. The methods are also what a
 * run worker asks of its executor: `parseStoreCall` reads what comes from there.
 *
 * @module
 */
import type { SerializedError } from "../errors.ts";
import type { DocumentMatch, DocumentPage, StoredDocument } from "./knowledge/document.ts";
import type { KvExchange, KvListOptions, KvPage } from "./kv/kv_store.ts";
import type { StoredFile } from "./stored_file.ts";
import type { ValueReplacement, VersionedValue } from "./values/value_store.ts";

/** Where the stores of a project are: absolute paths. Folders are made on first use. */
export interface StoreDirs {
  /** `--kv-store-dir` */
  readonly kv: string;
  /** `--persistent-value-store-dir`, also of knowledge */
  readonly values: string;
  /** `--file-create-store-dir` */
  readonly created: string;
}

/** A file that a run made. */
export interface MadeFile extends StoredFile {
  /** Where the run that made it can read it, which is not in the store; its executor says so. */
  readonly readPath?: string;
}

/** What runs ask of the stores. Values of authors are JSON texts. */
export interface StoreMethods {
  "kv.get": { params: { readonly key: string }; result: string | null };
  "kv.set": {
    params: { readonly key: string; readonly json: string; readonly ttl?: number };
    result: null;
  };
  "kv.delete": { params: { readonly key: string }; result: boolean };
  "kv.compareAndSet": { params: { readonly key: string } & KvExchange; result: boolean };
  "kv.list": { params: KvListOptions; result: KvPage };

  "value.get": { params: { readonly name: string }; result: VersionedValue };
  "value.set": { params: { readonly name: string; readonly json: string }; result: null };
  /** Null when it was replaced; else the value as it is now. */
  "value.replace": { params: { readonly name: string } & ValueReplacement; result: VersionedValue | null };

  "knowledge.put": {
    params: { readonly collection: string; readonly document: StoredDocument };
    result: null;
  };
  "knowledge.get": {
    params: { readonly collection: string; readonly id: string };
    result: StoredDocument | null;
  };
  "knowledge.delete": { params: { readonly collection: string; readonly id: string }; result: boolean };
  "knowledge.list": {
    params: { readonly collection: string; readonly limit?: number; readonly cursor?: string };
    result: DocumentPage;
  };
  "knowledge.search": {
    params: {
      readonly collection: string;
      readonly query: string;
      readonly limit?: number;
      readonly metadata?: Readonly<Record<string, unknown>>;
    };
    result: readonly DocumentMatch[];
  };

  /** A whole file of at most one chunk. */
  "files.create": { params: { readonly name: string; readonly data: Uint8Array }; result: MadeFile };
  /** Begins a file of several chunks; the result names it in the calls that follow. */
  "files.begin": { params: { readonly name: string }; result: number };
  "files.write": { params: { readonly file: number; readonly data: Uint8Array }; result: null };
  "files.end": { params: { readonly file: number }; result: MadeFile };
  "files.abort": { params: { readonly file: number }; result: null };
}

/** The name of a row of {@linkcode StoreMethods}. */
export type StoreMethod = keyof StoreMethods;

/** One thing that a run asks of a store. */
export type StoreCall = {
  [M in StoreMethod]: { readonly method: M; readonly params: StoreMethods[M]["params"] };
}[StoreMethod];

/** What a store answers to any call. */
export type StoreResult = StoreMethods[StoreMethod]["result"];

/** Executor to store worker. */
export type ToStoreWorker =
  /** The first message, sent once. */
  | { readonly type: "open"; readonly dirs: StoreDirs }
  | {
    readonly type: "request";
    readonly id: number;
    /** The run that asks: files in the making are its own. */
    readonly runId: string;
    readonly call: StoreCall;
  }
  /** A run has ended: what it was making is given up. Not answered. */
  | { readonly type: "release"; readonly runId: string };

/** Store worker to executor: exactly one for each request. */
export type FromStoreWorker =
  | { readonly type: "response"; readonly id: number; readonly ok: true; readonly result: StoreResult }
  | { readonly type: "response"; readonly id: number; readonly ok: false; readonly error: SerializedError };
