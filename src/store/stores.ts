import { WorkflowError } from "../errors.ts";
import type { CreatedFile } from "./created_file.ts";
import { CreatedFiles } from "./created_files.ts";
import { type KnowledgeStore, openKnowledgeStore } from "./knowledge/knowledge_store.ts";
import { type KvStore, openKvStore } from "./kv/kv_store.ts";
import type { StoreCall, StoreDirs, StoreResult } from "./store_protocol.ts";
import { openValueStore, type ValueStore } from "./values/value_store.ts";

/** The most files that one run may have in the making. */
const MAX_OPEN_FILES = 64;

/** All stores of one project. Each is opened, and made, when it is first used. */
export class Stores implements Disposable {
  readonly #dirs: StoreDirs;
  readonly #created: CreatedFiles;
  readonly #making = new Map<string, Map<number, CreatedFile>>();
  #kv: KvStore | undefined;
  #values: ValueStore | undefined;
  #knowledge: KnowledgeStore | undefined;
  #lastFile = 0;

  /** @param dirs Where they are. */
  constructor(dirs: StoreDirs) {
    this.#dirs = dirs;
    this.#created = new CreatedFiles(dirs.created);
  }

  /**
   * Does what a run asks for.
   *
   * @param runId The run.
   * @param call What it asks for.
   * @returns What the method gives.
   * @throws {WorkflowError} `store_failed`, naming the store and no folder: the message may reach a client.
   */
  perform(runId: string, call: StoreCall): StoreResult {
    try {
      return this.#perform(runId, call);
    } catch (error) {
      throw error instanceof WorkflowError ? this.#withoutPaths(error) : error;
    }
  }

  /**
   * Gives up what a run was making.
   *
   * @param runId A run that has ended.
   */
  release(runId: string): void {
    for (const file of this.#making.get(runId)?.values() ?? []) file[Symbol.dispose]();
    this.#making.delete(runId);
    this.#created.release(runId);
  }

  /** Closes all stores. */
  [Symbol.dispose](): void {
    for (const runId of [...this.#making.keys()]) this.release(runId);
    for (const store of [this.#kv, this.#values, this.#knowledge]) store?.[Symbol.dispose]();
  }

  #perform(runId: string, call: StoreCall): StoreResult {
    switch (call.method) {
      case "kv.get":
        return this.#openKv().get(call.params.key) ?? null;
      case "kv.set":
        return nothing(this.#openKv().set(call.params.key, call.params.json, call.params));
      case "kv.delete":
        return this.#openKv().delete(call.params.key);
      case "kv.compareAndSet":
        return this.#openKv().compareAndSet(call.params.key, call.params);
      case "kv.list":
        return this.#openKv().list(call.params);
      case "value.get":
        return this.#openValues().get(call.params.name);
      case "value.set":
        return nothing(this.#openValues().set(call.params.name, call.params.json));
      case "value.replace":
        return this.#openValues().replace(call.params.name, call.params) ?? null;
      case "knowledge.put":
        return nothing(this.#openKnowledge().put(call.params.collection, call.params.document));
      case "knowledge.get":
        return this.#openKnowledge().get(call.params.collection, call.params.id) ?? null;
      case "knowledge.delete":
        return this.#openKnowledge().delete(call.params.collection, call.params.id);
      case "knowledge.list":
        return this.#openKnowledge().list(call.params.collection, call.params);
      case "knowledge.search":
        return this.#openKnowledge().search(call.params.collection, call.params);
      case "files.create": {
        using file = this.#created.begin(runId, call.params.name);
        file.write(call.params.data);
        return file.end();
      }
      case "files.begin":
        return this.#begin(runId, call.params.name);
      case "files.write":
        return nothing(this.#fileOf(runId, call.params.file).write(call.params.data));
      case "files.end": {
        using file = this.#fileOf(runId, call.params.file);
        this.#making.get(runId)?.delete(call.params.file);
        return file.end();
      }
      case "files.abort": {
        this.#making.get(runId)?.get(call.params.file)?.[Symbol.dispose]();
        this.#making.get(runId)?.delete(call.params.file);
        return null;
      }
      default:
        return assertNever(call);
    }
  }

  #openKv(): KvStore {
    return this.#kv ??= openKvStore(this.#dirs.kv);
  }

  #openValues(): ValueStore {
    return this.#values ??= openValueStore(this.#dirs.values);
  }

  #openKnowledge(): KnowledgeStore {
    return this.#knowledge ??= openKnowledgeStore(this.#dirs.values);
  }

  #begin(runId: string, name: string): number {
    const files = this.#making.get(runId) ?? new Map<number, CreatedFile>();
    if (files.size >= MAX_OPEN_FILES) {
      const message = `Cannot create ${
        JSON.stringify(name)
      }: the run has ${MAX_OPEN_FILES} files in the making`;
      throw new WorkflowError("store_failed", message);
    }
    const id = ++this.#lastFile;
    files.set(id, this.#created.begin(runId, name));
    this.#making.set(runId, files);
    return id;
  }

  #fileOf(runId: string, id: number): CreatedFile {
    const file = this.#making.get(runId)?.get(id);
    if (file) return file;
    throw new WorkflowError("store_failed", `Cannot go on with file ${id}: the run is making no such file`);
  }

  #withoutPaths(error: WorkflowError): WorkflowError {
    const { kv, values, created } = this.#dirs;
    const places = [[kv, "kv"], [values, "persistent-value"], [created, "file-create"]] as const;
    const message = places.reduce(
      (text, [dir, option]) => text.replaceAll(dir, `<${option}-store-dir>`),
      error.message,
    );
    return message === error.message ? error : new WorkflowError(error.code, message, { cause: error });
  }
}

function nothing(_done: void): null {
  return null;
}

function assertNever(call: never): never {
  throw new TypeError(`There is no such call: ${JSON.stringify(call)}`);
}
