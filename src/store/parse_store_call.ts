import { showValue } from "../core/show_value.ts";
import { WorkflowError } from "../errors.ts";
import { ParamReader } from "./_param_reader.ts";
import { documentFault, MAX_MATCHES, MAX_PAGE_ENTRIES } from "./rules.ts";
import type { StoreCall, StoreMethod, StoreMethods } from "./store_protocol.ts";

type Parsers = { readonly [M in StoreMethod]: (params: ParamReader) => StoreMethods[M]["params"] };

/** What each method takes, and nothing more: a method that is forgotten fails to compile. */
const PARSERS: Parsers = {
  "kv.get": (params) => ({ key: params.key("key") }),
  "kv.set": (params) => ({ key: params.key("key"), json: params.json("json"), ...params.ttl() }),
  "kv.delete": (params) => ({ key: params.key("key") }),
  "kv.compareAndSet": (params) => ({
    key: params.key("key"),
    json: params.json("json"),
    ...params.optional("expected", (name) => params.json(name)),
  }),
  "kv.list": (params) => ({ ...params.prefix(), ...params.limit(MAX_PAGE_ENTRIES), ...params.cursor() }),

  "value.get": (params) => ({ name: params.key("name") }),
  "value.set": (params) => ({ name: params.key("name"), json: params.json("json") }),
  "value.replace": (params) => ({
    name: params.key("name"),
    version: params.count("version"),
    json: params.json("json"),
  }),

  "knowledge.put": (params) => ({
    collection: params.key("collection"),
    document: parseDocument(params.inside("document")),
  }),
  "knowledge.get": (params) => ({ collection: params.key("collection"), id: params.key("id") }),
  "knowledge.delete": (params) => ({ collection: params.key("collection"), id: params.key("id") }),
  "knowledge.list": (params) => ({
    collection: params.key("collection"),
    ...params.limit(MAX_PAGE_ENTRIES),
    ...params.cursor(),
  }),
  "knowledge.search": (params) => ({
    collection: params.key("collection"),
    query: params.query("query"),
    ...params.limit(MAX_MATCHES),
    ...params.optional("metadata", (name) => params.metadata(name)),
  }),

  "files.create": (params) => ({ name: params.fileName("name"), data: params.chunk("data") }),
  "files.begin": (params) => ({ name: params.fileName("name") }),
  "files.write": (params) => ({ file: params.count("file"), data: params.chunk("data") }),
  "files.end": (params) => ({ file: params.count("file") }),
  "files.abort": (params) => ({ file: params.count("file") }),
};

/**
 * Reads what a run worker asks of a store. Project code shares that worker, so this may be forged or broken.
 *
 * @param method Anything.
 * @param params Anything that came out of a message.
 * @returns The call, which holds nothing but what belongs to it.
 * @throws {WorkflowError} `store_failed`, saying what is wrong.
 */
export function parseStoreCall(method: unknown, params: unknown): StoreCall {
  if (typeof method !== "string" || !Object.hasOwn(PARSERS, method)) {
    throw new WorkflowError("store_failed", `Cannot use the stores: there is no ${showValue(method)}`);
  }
  const known = method as StoreMethod;
  // Each method's own parser made them.
  return { method: known, params: PARSERS[known](new ParamReader(params, known)) } as StoreCall;
}

function parseDocument(document: ParamReader): StoreMethods["knowledge.put"]["params"]["document"] {
  const parsed = {
    id: document.key("id"),
    ...document.optional("title", (name) => document.text(name)),
    text: document.text("text"),
    metadata: document.metadata("metadata"),
  };
  const fault = documentFault(parsed);
  if (fault !== undefined) throw new WorkflowError("store_failed", `Cannot keep the document: it ${fault}`);
  return parsed;
}
