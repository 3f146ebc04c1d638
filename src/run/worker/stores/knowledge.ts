import type { Knowledge, KnowledgeInput, ManagedFile } from "../../../core/api.ts";
import { showValue } from "../../../core/show_value.ts";
import type { StoredDocument } from "../../../store/knowledge/document.ts";
import {
  countFault,
  documentFault,
  keyFault,
  MAX_MATCHES,
  MAX_METADATA_BYTES,
  queryFault,
} from "../../../store/rules.ts";
import { Arguments } from "./arguments.ts";
import { checkPlace } from "./kv.ts";
import type { StoreCaller } from "./store_caller.ts";

const KNOWLEDGE = new Arguments("ctx.knowledge");
const PUT = new Arguments("ctx.knowledge().put");
const GET = new Arguments("ctx.knowledge().get");
const DELETE = new Arguments("ctx.knowledge().delete");
const LIST = new Arguments("ctx.knowledge().list");
const SEARCH = new Arguments("ctx.knowledge().search");

const TEXT_TYPES: ReadonlySet<string> = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Makes what `ctx.knowledge(name)` gives.
 *
 * @param name The collection's name.
 * @param call Asks the stores.
 * @returns The collection.
 */
export function createKnowledge(name: string, call: StoreCaller): Knowledge {
  KNOWLEDGE.check("the name", keyFault(name));
  const collection = name;
  return Object.freeze({
    async put(document: KnowledgeInput | ManagedFile) {
      await call("knowledge.put", { collection, document: checkDocument(await toInput(document)) });
    },

    async get(id: string) {
      GET.check("the id", keyFault(id));
      return await call("knowledge.get", { collection, id }) ?? undefined;
    },

    async delete(id: string) {
      DELETE.check("the id", keyFault(id));
      return await call("knowledge.delete", { collection, id });
    },

    async list(options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }) {
      const { limit, cursor } = LIST.options(options);
      const page = await call("knowledge.list", { collection, ...checkPlace(LIST, { limit, cursor }) });
      return { ...page, documents: [...page.documents] };
    },

    async search(
      query: string,
      options?: { readonly limit?: number | undefined; readonly metadata?: Metadata | undefined },
    ) {
      SEARCH.check("the query", queryFault(query));
      const { limit, metadata } = SEARCH.options(options);
      if (limit !== undefined) SEARCH.check("`limit`", countFault(limit, MAX_MATCHES));
      return [
        ...await call("knowledge.search", {
          collection,
          query,
          ...(limit === undefined ? {} : { limit }),
          ...(metadata === undefined ? {} : { metadata: checkFilter(metadata) }),
        }),
      ];
    },
  });
}

async function toInput(document: KnowledgeInput | ManagedFile): Promise<KnowledgeInput> {
  const fits = typeof document === "object" && document !== null;
  PUT.check("the argument", fits ? undefined : `must be a document or a file, found ${showValue(document)}`);
  return isFile(document) ? await readFile(document) : document;
}

function isFile(document: KnowledgeInput | ManagedFile): document is ManagedFile {
  return typeof document.text === "function";
}

async function readFile(file: ManagedFile): Promise<KnowledgeInput> {
  const { id, name, mediaType } = file;
  PUT.check(
    `the file ${showValue(name)}`,
    TEXT_TYPES.has(mediaType)
      ? undefined
      : `must be plain text or Markdown, found ${mediaType}; read it yourself and put { id, text }`,
  );
  const text = decode(await file.bytes());
  if (text === undefined) PUT.check(`the file ${showValue(name)}`, "must be UTF-8 text");
  return { id, title: name, text: text ?? "", metadata: { name, mediaType } };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function checkDocument({ id, title, text, metadata = {} }: KnowledgeInput): StoredDocument {
  PUT.check("`id`", keyFault(id));
  if (title !== undefined) PUT.check("`title`", textFault(title));
  PUT.check("`text`", textFault(text));
  const document = { id, ...(title === undefined ? {} : { title }), text };
  PUT.check(`the document ${showValue(id)}`, documentFault(document));
  return { ...document, metadata: toPlain(PUT, metadata) };
}

/** A member that is undefined would filter nothing, where it was surely meant to. */
function checkFilter(metadata: Metadata): Metadata {
  const plain = toPlain(SEARCH, metadata);
  for (const key of Object.keys(metadata)) {
    SEARCH.check(
      `\`metadata.${key}\``,
      Object.hasOwn(plain, key) ? undefined : "must be JSON, found nothing",
    );
  }
  return plain;
}

function toPlain(args: Arguments, metadata: Metadata): Metadata {
  const fits = typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
  args.check("`metadata`", fits ? undefined : `must be an object, found ${showValue(metadata)}`);
  return JSON.parse(args.toJson("`metadata`", metadata, MAX_METADATA_BYTES));
}

function textFault(text: unknown): string | undefined {
  return typeof text === "string" ? undefined : `must be a text, found ${showValue(text)}`;
}
