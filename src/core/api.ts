/**
 * What a workflow author imports from `"workflow-code"`: types only. The executable carries the implementation.
 *
 * @module
 */

/** One choice of an option list: the value itself, or the value with a label for people. */
export type Option<V extends string | number = string | number> = V | {
  /** What the workflow receives. */
  readonly value: V;
  /** What a person reads. @default the value */
  readonly label?: string;
};

/** What every param has. */
export interface ParamBase {
  /** A short name for people. @default the param's name */
  readonly title?: string;
  /** What the param means; shown to people and to models. */
  readonly description?: string;
  /** Whether a call without it is refused. A param with a `default` is never missing. @default false */
  readonly required?: boolean;
}

/** What a text param may say about its value. */
export interface TextRules {
  /** A JSON Schema format that the value must have. */
  readonly format?: "date" | "date-time" | "time" | "email" | "uri";
  /** The least number of characters. */
  readonly minLength?: number;
  /** The greatest number of characters. */
  readonly maxLength?: number;
  /** A regular expression (ECMAScript, `u` flag) that the value must match. */
  readonly pattern?: string;
}

/** A text: `--name=value` on the command line. With `multiple`, an array of texts. */
export interface StringParam extends ParamBase, TextRules {
  readonly type: "string";
  readonly multiple?: boolean;
  /** The only values that are accepted. */
  readonly options?: readonly Option<string>[];
  readonly default?: string | readonly string[];
}

/** A text that is given by its place on the command line. With `multiple`, it takes all that remain and is the last. */
export interface PositionalParam extends ParamBase, TextRules {
  readonly type: "positional";
  readonly multiple?: boolean;
  /** The only values that are accepted. */
  readonly options?: readonly Option<string>[];
  readonly default?: string | readonly string[];
}

/** A number: `--name=1.5` on the command line. With `multiple`, an array of numbers. */
export interface NumberParam extends ParamBase {
  readonly type: "number";
  readonly multiple?: boolean;
  /** Whether only whole numbers are accepted. @default false */
  readonly integer?: boolean;
  /** The least value, itself accepted. */
  readonly minimum?: number;
  /** The greatest value, itself accepted. */
  readonly maximum?: number;
  /** The only values that are accepted. */
  readonly options?: readonly Option<number>[];
  readonly default?: number | readonly number[];
}

/** Yes or no: `--name` or `--no-name` on the command line. With `multiple`, an array of them. */
export interface BooleanParam extends ParamBase {
  readonly type: "boolean";
  readonly multiple?: boolean;
  readonly default?: boolean | readonly boolean[];
}

/** Any number of different choices: `--name=a --name=b` on the command line, always an array. */
export interface CheckboxesParam extends ParamBase {
  readonly type: "checkboxes";
  /** The choices. Without them any text is accepted, and `resolveParams` may offer some in a form. */
  readonly options?: readonly Option<string>[];
  readonly default?: readonly string[];
}

/** A local file, given by its absolute path and imported before the run. With `multiple`, an array of files. */
export interface FileParam extends ParamBase {
  readonly type: "file";
  readonly multiple?: boolean;
}

/** One input of an entrypoint. */
export type Param = StringParam | PositionalParam | NumberParam | BooleanParam | CheckboxesParam | FileParam;

/** The inputs of an entrypoint, by name: `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`, not beginning with `no-`. */
export type Params = Readonly<Record<string, Param>>;

/** One field of a form: a param that may be secret. */
export type Field = Exclude<Param, PositionalParam> & {
  /** Whether the value is never stored nor logged. @default false */
  readonly secret?: boolean;
};

/** The fields of a form, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** A file that Workflow Code keeps: an imported file param or one that the run made. */
export interface ManagedFile {
  /** Its SHA-256, in hexadecimal digits. */
  readonly id: string;
  /** The file's name, without a folder. */
  readonly name: string;
  /** Its size in bytes. */
  readonly size: number;
  /** Its media type, told from the name, for example `application/pdf`. */
  readonly mediaType: string;
  /** Where it is. A run can read an imported file there, and one that it made with `bytes` and `text` only. */
  readonly path: string;
  /** Reads the whole content. */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole content as UTF-8 text. */
  text(): Promise<string>;
}

/** The same type without the memory that it was written as a literal, for which one key more is one too many. */
type Plain<T> = { [K in keyof T]: T[K] };

type OptionValue<O> = O extends string | number ? O
  : Plain<O> extends { readonly value: infer V } ? V
  : never;

type ScalarOf<P> = P extends { readonly options: readonly (infer O)[] } ? OptionValue<O>
  : P extends { readonly type: "string" | "positional" | "checkboxes" } ? string
  : P extends { readonly type: "number" } ? number
  : P extends { readonly type: "boolean" } ? boolean
  : P extends { readonly type: "file" } ? ManagedFile
  : never;

type ValueOf<P> = P extends { readonly type: "checkboxes" } | { readonly multiple: true } ? ScalarOf<P>[]
  : ScalarOf<P>;

type IsAlwaysThere<P> = P extends
  | { readonly required: true }
  | { readonly type: "checkboxes" }
  | { readonly multiple: true }
  | { readonly default: string | number | boolean } ? true
  : false;

type Flatten<T> = { [K in keyof T]: T[K] } & unknown;

/**
 * The values that `run` receives for a set of params. Options become their literal values; arrays are always there
 * (empty when nothing was given); a scalar that is neither required nor has a default may be `undefined`.
 */
export type Values<P> = Flatten<
  & { [K in keyof P as IsAlwaysThere<Plain<P[K]>> extends true ? K : never]: ValueOf<Plain<P[K]>> }
  & {
    [K in keyof P as IsAlwaysThere<Plain<P[K]>> extends true ? never : K]?: ValueOf<Plain<P[K]>> | undefined;
  }
>;

/** Options for {@linkcode RunContext.step}. */
export interface StepOptions {
  /** What people read in the report. @default the step's id */
  readonly title?: string;
  /** How often a failed step is tried again, with a growing pause between. @default 0 */
  readonly retries?: number;
  /** The time limit of each attempt, in milliseconds. @default none but the run's own */
  readonly timeout?: number;
}

/** Writes a line to the run's log: to stderr when served, and into the report's log in Desktop. */
export type LogFunction = (message: string, data?: unknown) => void;

/** Which entries {@linkcode KvStore.list} lists. */
export interface KvListOptions {
  /** What their keys begin with. @default "" */
  readonly prefix?: string | undefined;
  /** The most entries of the page, up to 1,000. @default 100 */
  readonly limit?: number | undefined;
  /** The `cursor` of the page before. @default begins with the first key */
  readonly cursor?: string | undefined;
}

/** Some of the entries of the KV store. */
export interface KvPage<T> {
  /** In the order of their keys. There may be fewer than asked for, when values are long. */
  readonly entries: { key: string; value: T }[];
  /** Leads to the next page; absent on the last. */
  readonly cursor?: string;
}

/**
 * The KV store of the project: JSON values by key, shared by all its runs, kept between them. A key is a text of 1 to 1,024 bytes,
 * a value has at most 4 MiB as JSON. Several runs and processes may use it at once: each call is one step for them.
 *
 * A run that is resumed repeats what is outside its steps: put a write that must happen once inside a step.
 *
 * Every method throws a `TypeError` for wrong arguments, and a `WorkflowError` `store_failed` when the store cannot be used.
 */
export interface KvStore {
  /**
   * Reads a value.
   *
   * @param key Its key.
   * @returns The value; undefined if there is none, or its time to live is over.
   */
  get<T = unknown>(key: string): Promise<T | undefined>;
  /**
   * Writes a value, whatever was there.
   *
   * @param key Its key.
   * @param value Any JSON value.
   * @param options How long it lives, in milliseconds. Default: for ever.
   */
  set(key: string, value: unknown, options?: { readonly ttl?: number | undefined }): Promise<void>;
  /**
   * Removes a value.
   *
   * @param key Its key.
   * @returns Whether there was one.
   */
  delete(key: string): Promise<boolean>;
  /**
   * Writes a value only if the present one is what it is taken for, in one step: of several that try, one succeeds. Its time to
   * live stays.
   *
   * @param key Its key.
   * @param expected What the value must be: equal JSON, whatever the order of keys; `undefined` for none.
   * @param value What it becomes.
   * @returns Whether it was written.
   *
   * @example
   * ```ts ignore
   * if (!await ctx.kv.compareAndSet("leader", undefined, ctx.runId)) return "another run leads";
   * ```
   */
  compareAndSet(key: string, expected: unknown, value: unknown): Promise<boolean>;
  /**
   * Lists entries, a page at a time. What is there all the while is on exactly one page, whatever else is written meanwhile.
   *
   * @param options Which ones.
   * @returns One page.
   *
   * @example
   * ```ts ignore
   * let cursor: string | undefined;
   * do {
   *   const page = await ctx.kv.list<Order>({ prefix: "order/", cursor });
   *   for (const { key, value } of page.entries) ctx.log.info(key, value);
   *   cursor = page.cursor;
   * } while (cursor !== undefined);
   * ```
   */
  list<T = unknown>(options?: KvListOptions): Promise<KvPage<T>>;
}

/**
 * One value of the project with a name, shared by all its runs, kept between them. It has at most 4 MiB as JSON.
 *
 * A run that is resumed repeats what is outside its steps: put a write that must happen once inside a step.
 */
export interface PersistentValue<T> {
  /** Reads the value; undefined if it has never been set. */
  get(): Promise<T | undefined>;
  /** Writes the value, whatever it was. */
  set(value: T): Promise<void>;
  /**
   * Computes the value anew from what it is. No other write comes in between: if one does, the function is called again with what
   * it has become, up to 100 times.
   *
   * @param fn Gets the present value and gives the new one. May be called more than once, so it should do nothing else.
   * @returns The new value.
   *
   * @example
   * ```ts ignore
   * const count = await ctx.value<number>("runs").update((old = 0) => old + 1);
   * ```
   */
  update(fn: (old: T | undefined) => T | Promise<T>): Promise<T>;
}

/** A document as it is put into a collection. */
export interface KnowledgeInput {
  /** Unique within the collection: a text of 1 to 1,024 bytes. A document with the same id makes way. */
  readonly id: string;
  /** Counts more than the text when it is searched. */
  readonly title?: string | undefined;
  /** Plain text or Markdown, at most 4 MiB with the title. */
  readonly text: string;
  /** JSON values to filter by, at most 64 KiB. @default {} */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A document of a collection. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A document that was found. */
export interface KnowledgeMatch {
  readonly id: string;
  readonly title?: string;
  /** BM25: the greater, the better. To be compared with those of the same search only. */
  readonly score: number;
  /** The part of the text that matches best: plain text of about 240 characters, `…` where it is cut. */
  readonly snippet: string;
}

/**
 * A collection of documents that can be searched, shared by all runs of the project, kept between them.
 *
 * A run that is resumed repeats what is outside its steps; to put the same document again changes nothing.
 *
 * Every method throws a `TypeError` for wrong arguments, and a `WorkflowError` `store_failed` when the store cannot be used.
 */
export interface Knowledge {
  /**
   * Puts a document in, or a text or Markdown file: its id is the file's, its title the file's name, and `name` and `mediaType`
   * are its metadata.
   *
   * @param document The document or file.
   */
  put(document: KnowledgeInput | ManagedFile): Promise<void>;
  /** Reads a document; undefined if there is none with that id. */
  get(id: string): Promise<KnowledgeDocument | undefined>;
  /** Removes a document, and tells whether there was one. */
  delete(id: string): Promise<boolean>;
  /**
   * Lists documents in the order of their ids, a page at a time.
   *
   * @param options The most documents of the page (up to 1,000, by default 100), and the `cursor` of the page before.
   * @returns One page; fewer than asked for when they are long. `cursor` leads to the next, and is absent on the last.
   */
  list(
    options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<{ readonly documents: KnowledgeDocument[]; readonly cursor?: string }>;
  /**
   * Finds documents by words and "phrases in quotation marks", in any language. Phrases must be there; of the words, the more and
   * the rarer a document has, the better. Case and accents do not matter, and nothing in a query is an operator.
   *
   * @param query What is looked for, at most 10,000 characters.
   * @param options The most results (up to 100, by default 10), and values that the metadata must have.
   * @returns The best matches, the best one first.
   */
  search(
    query: string,
    options?: {
      readonly limit?: number | undefined;
      readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    },
  ): Promise<KnowledgeMatch[]>;
}

/** The files that a run makes, for whoever started it. */
export interface RunFiles {
  /**
   * Makes a file in the run's folder of created files. It has its name only when it is whole.
   *
   * @param name Its name, without a folder: at most 255 bytes, good on every system. One that is taken gets ` (2)`.
   * @param data Its content: text is written as UTF-8.
   * @returns The file. Its path is good beyond the run.
   * @throws A `TypeError` for wrong arguments, what the stream throws, a `WorkflowError` `store_failed` if it cannot be written.
   */
  create(name: string, data: string | Uint8Array | ReadableStream<Uint8Array>): Promise<ManagedFile>;
}

/** What a running workflow can do. */
export interface RunContext {
  /** The run's id, `YYYYMMDD-xxxx`, unique within the data dir. */
  readonly runId: string;
  /** The entrypoint that was started. */
  readonly entrypointId: string;
  /** Aborts when the run is cancelled or its time is up. Pass it to `fetch` and the like. */
  readonly signal: AbortSignal;
  /** The environment variables granted to this run. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Runs one named, timed part of the work and returns what it returned. Steps may nest and run in parallel; a repeated
   * id is told apart as `id#2`, `id#3`.
   *
   * @throws What `fn` threw at its last attempt; a `TypeError` naming the step if its result is not JSON.
   */
  step<T>(id: string, fn: () => T | Promise<T>, options?: StepOptions): Promise<T>;
  /**
   * Asks a person to fill in a form, and waits for as long as it takes. The run's time limit stands still meanwhile, and the
   * answer is kept: a run that is resumed does not ask again.
   *
   * @param id Names the question within the run.
   * @param form What the person reads, and the fields. A secret field is never stored, so a resumed run asks for it again.
   * @returns The values, with the fields' exact types.
   * @throws A `WorkflowError` `interaction_declined`, if the person declines.
   */
  ask<const F extends Readonly<Record<string, unknown>>>(
    id: string,
    form: { readonly message: string; readonly fields: F & Fields },
  ): Promise<Values<F>>;
  /**
   * Asks a person for a decision, which is never made automatically. Declining is a no.
   *
   * @param id Names the question within the run.
   * @param question What is to be decided, in a line and in detail.
   * @returns The decision, and the reason if the person gave one.
   */
  approve(
    id: string,
    question: { readonly title: string; readonly detail?: string },
  ): Promise<{ readonly approved: boolean; readonly reason?: string }>;
  /**
   * Ends the run as a business failure, as opposed to a crash.
   *
   * @param errCode A whole number other than 0 that tells callers which failure it is.
   * @param message What went wrong, for people.
   */
  fail(errCode: number, message: string, options?: { readonly output?: unknown }): never;
  /**
   * Tells how far the run has got, to clients and people who watch it.
   *
   * @param fraction From 0 (nothing is done) to 1 (all is done).
   * @param message What is being done, for people.
   */
  progress(fraction: number, message?: string): void;
  /** Writes to the run's log. */
  readonly log: {
    readonly debug: LogFunction;
    readonly info: LogFunction;
    readonly warn: LogFunction;
    readonly error: LogFunction;
  };
  /** The files that the run makes. */
  readonly files: RunFiles;
  /** The KV store of the project. */
  readonly kv: KvStore;
  /**
   * A persistent value of the project.
   *
   * @param name Names it within the project: a text of 1 to 1,024 bytes.
   */
  value<T = unknown>(name: string): PersistentValue<T>;
  /**
   * A collection of documents of the project.
   *
   * @param name Names it within the project: a text of 1 to 1,024 bytes.
   */
  knowledge(name: string): Knowledge;
  /**
   * An MCP server that the manifest names in `workflow.mcpServers` and the host was started with. It is connected to before
   * the run begins and ended behind it, also while the run waits in its journal: a run that goes on from there gets a new one.
   * A call is no step by itself: a run that is resumed makes it again, unless it is made inside of `step`.
   *
   * @param id The server's id.
   * @throws A `TypeError`, if the manifest does not name it.
   */
  mcp(id: string): McpServerConnection;
  /**
   * A project that the manifest relates to, which `--related-project` binds.
   *
   * @param alias Its key in `workflow.related`.
   */
  related(alias: string): RelatedProject;
  /**
   * Lets a model work on a task with tools, turn by turn, until it has an answer. The model is reached through the server that
   * `workflow-code auth login` or `WORKFLOW_SERVER_URL` names; the run never sees its key. Every turn and every call of a tool
   * is a step inside the agent's own: a resumed run repeats none that has ended.
   *
   * @param options The task, the tools and the limits.
   * @returns What the model said, its turns, and the tokens that they took.
   * @throws A `WorkflowError` `model_failed` if the model cannot be asked or gives no usable answer, `invalid_definition` for
   * wrong options.
   *
   * @example
   * ```ts ignore
   * const { text } = await ctx.agent({
   *   instructions: "You answer questions about orders.",
   *   prompt: question,
   *   tools: [{
   *     name: "find_order",
   *     description: "Finds an order by its number.",
   *     inputSchema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
   *     execute: ({ number }) => orders.find(number),
   *   }],
   * });
   * ```
   */
  agent<T = unknown>(options: AgentOptions): Promise<AgentResult<T>>;
}

/** A project whose entrypoints a run can call; it has its own environment, grants and stores. */
export interface RelatedProject {
  /**
   * Runs one of its entrypoints, as a step of this run: it is done once however often this run is resumed, ends with this
   * run, and may ask a person, whom this run then asks.
   *
   * @param entrypointId The entrypoint.
   * @param params Its params. A file is given as a `ManagedFile`, or as the absolute path of one that this run may read.
   * @returns Its output, a copy as JSON.
   * @throws A `WorkflowError` with the code and message of its failure: `business_error` with its `errCode`,
   * `invalid_arguments` where the params do not fit, `run_failed` also where the alias is not bound.
   */
  run<T = unknown>(entrypointId: string, params?: Readonly<Record<string, unknown>>): Promise<T>;
}

/** One message of a conversation with an agent. */
export interface AgentMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** What a tool of an agent is told beside its arguments. */
export interface AgentToolContext {
  /** Aborts when the run is cancelled, its time is up, or the agent has failed. Pass it to `fetch` and the like. */
  readonly signal: AbortSignal;
}

/** A tool of the project's own that an agent can call. */
export interface AgentTool {
  /** Matches `^[A-Za-z0-9_-]{1,64}$`, unique among the tools of the agent. */
  readonly name: string;
  /** What it does and when to call it, for the model. */
  readonly description: string;
  /**
   * The JSON Schema of the arguments, of `type: "object"`, in the dialect that its `$schema` names. What does not fit is never
   * executed: the model is told what is wrong with it.
   */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /**
   * Which calls wait for a person, as `ctx.approve` does, in a form that shows the tool and the arguments. A call that is
   * declined is not executed: the model is told so, with the reason. A predicate that gives anything but `false` asks.
   * Of the calls of one turn, those that need no approval come first; the approved ones are made when every question is answered.
   *
   * @default false
   */
  // deno-lint-ignore no-explicit-any -- they fit the schema, which the compiler does not know
  approval?: boolean | ((args: any) => boolean | Promise<boolean>);
  /**
   * Does what it is for. Each call is a step of the run: one that has ended is not made again when the run is resumed.
   *
   * @param args Arguments that fit the schema.
   * @param context What is known beside.
   * @returns The result for the model: a text, or JSON. What is thrown is told to the model, which may try something else; but
   * `ctx.fail` ends the run.
   */
  // deno-lint-ignore no-explicit-any -- they fit the schema, which the compiler does not know
  execute(args: any, context: AgentToolContext): unknown;
}

/** The tools of MCP servers by name, as {@linkcode Workflow.createMcpTools} makes them. */
export type AgentToolSet = Readonly<Record<string, McpAgentTool>>;

/** Options for {@linkcode RunContext.agent}. */
export interface AgentOptions {
  /**
   * Names the agent within the run, and its step in the report. Agents that work at the same time need different ones, as steps
   * do.
   *
   * @default "agent"
   */
  readonly id?: string;
  /** What the model is to be and do; the system message. */
  readonly instructions?: string;
  /** What it is asked: a single message of the user. Either this or `messages`. */
  readonly prompt?: string;
  /** The conversation so far; the last message is the user's. Either this or `prompt`. */
  readonly messages?: readonly AgentMessage[];
  /**
   * What the model can call: own tools and sets of MCP tools, such as
   * `[findOrder, await workflow.createMcpTools({ connection: ctx.mcp("files") })]`.
   *
   * @default none
   */
  readonly tools?: readonly (AgentTool | AgentToolSet)[];
  /** The model, by the server's name for it. @default `workflow.model` of package.json, else the first that the server lists */
  readonly model?: string;
  /** How many turns the model may take, from 1 to 1,000. @default 20 */
  readonly maxSteps?: number;
  /**
   * The JSON Schema of a result: the model answers with JSON, which is checked. One that does not fit goes back to the model
   * once, in a turn that counts as no step.
   */
  readonly output?: Readonly<Record<string, unknown>>;
}

/** How many tokens something took, by the server's count; 0 where it does not count. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

/** What an agent took, or all agents of a run. */
export interface AgentUsage extends TokenUsage {
  /** How many turns of a model it was. */
  readonly turns: number;
}

/**
 * Why a model ended: `stop` when it had said all, `length` when its answer was cut off, `content-filter` when it refused or was
 * kept from answering, `tool-calls` for a turn that calls tools, `max-steps` for an agent whose last turn still called tools.
 */
export type AgentFinishReason = "stop" | "length" | "content-filter" | "tool-calls" | "max-steps" | "other";

/** A call that a model wanted. */
export interface AgentToolCall {
  readonly name: string;
  /** The arguments; the text that the model wrote where that is no JSON. */
  readonly args: unknown;
  /** What the tool returned; absent if it failed or returned nothing. */
  readonly result?: unknown;
  /** Why it failed or was not made, as the model was told. */
  readonly error?: string;
}

/** One turn of a model, with the calls that it led to. */
export interface AgentStep {
  readonly text: string;
  readonly toolCalls: readonly AgentToolCall[];
  readonly finishReason: AgentFinishReason;
  readonly usage: TokenUsage;
}

/** What an agent came to. */
export interface AgentResult<T = unknown> {
  /** What the model said in its last turn. */
  readonly text: string;
  /** What it answered with, where `output` was given; it fits that schema. */
  readonly output?: T;
  /** Its turns, in order. */
  readonly steps: readonly AgentStep[];
  readonly usage: AgentUsage;
  readonly finishReason: AgentFinishReason;
}

type ParamOfType<T> = Extract<Param, { readonly type: T }>;

/** `P` where it is a param, and else the param that it should be, so that the compiler points at the very key. */
type Checked<P> = Plain<P> extends { readonly type: infer T extends Param["type"] }
  ? Plain<P> extends ParamOfType<T>
    ? Exclude<keyof P, keyof ParamOfType<T>> extends never ? P : ParamOfType<T>
  : ParamOfType<T>
  : Param;

/** What `resolveParams` may change of one param in a form. The published schema never changes. */
export interface ResolvedParam {
  readonly options?: readonly Option[];
}

/** What `resolveParams` returns. Only own params may be named: a mere `keyof P` would make a param of what is returned. */
export type ResolvedParams<P> = { readonly [K in Extract<keyof P, string>]?: ResolvedParam };

/** How an entrypoint behaves, as hints for the client; they change nothing in how it is run. */
export interface Annotations {
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** It may destroy or overwrite something. */
  readonly destructive?: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  /** It deals with the world outside, a web service for example. */
  readonly openWorld?: boolean;
}

/** One named start of a workflow; one MCP tool. */
export interface Entrypoint<P> {
  /** A short name for people. @default the entrypoint's id */
  readonly title?: string;
  /** What it does; models choose tools by this. */
  readonly description?: string;
  /** The working time limit in milliseconds. @default 600000 */
  readonly timeout?: number;
  /** Hints for the client. */
  readonly annotations?: Annotations;
  /** The inputs. */
  readonly params?: { readonly [K in keyof P]: Checked<P[K]> } & Params;
  /**
   * Offers options that depend on other values, in forms only: it never changes the published schema.
   *
   * @param values What has been filled in so far.
   * @param ctx The environment variables granted to the project.
   */
  resolveParams?(
    values: Partial<Values<P>>,
    ctx: { readonly env: Readonly<Record<string, string>> },
  ): ResolvedParams<P> | Promise<ResolvedParams<P>>;
  /**
   * Does the work. What it returns is the run's output and must be JSON.
   *
   * @param ctx What the run can do.
   * @param values The validated params.
   */
  run(ctx: RunContext, values: Values<P>): unknown;
}

/** A workflow, made by {@linkcode Workflow.define}: the default export of a project's main module. */
export interface WorkflowDefinition {
  /** The ids of its entrypoints, in declared order. */
  readonly entrypointIds: readonly string[];
}

/** How an MCP server is started as a child process that speaks over stdin and stdout. */
export interface McpServerDefinition {
  /** Matches `^[a-z][a-z0-9-]{0,63}$`, unique within one call. The prefix of every tool's name for agents. */
  readonly id: string;
  /** The launch command. The first element is an absolute path: it is looked up nowhere. */
  readonly command: readonly string[];
  /** Fixed environment of the child. Nothing that carries capability: that is inherited by name. @default {} */
  readonly environment?: Readonly<Record<string, string>>;
  /** Keys that are copied from the parent's environment; each must be in `allowedInheritedEnvKeys`. @default [] */
  readonly inheritEnvironment?: readonly string[];
  /**
   * The time limit of the handshake and of each call, in milliseconds, from 1,000 to 300,000. A call begins it anew with
   * each progress that the server reports. @default 60000
   */
  readonly timeout?: number;
}

/** A definition that has been checked, with its defaults filled in, frozen at every depth. It holds no inherited value. */
export type NormalizedMcpServer = Required<McpServerDefinition>;

/** What the host allows MCP servers to inherit. */
export interface NormalizeMcpServersOptions {
  /** The keys that the host allows to be inherited by name. @default [] */
  readonly allowedInheritedEnvKeys?: readonly string[];
  /** Where inherited values are read from. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Something that happened beside the calls of a connection. Values of inherited keys are `***` in it. */
export interface McpServerLog {
  /** `stderr` for a line that the server wrote there, `connection` for what the connection has to say itself. */
  readonly source: "stderr" | "connection";
  readonly text: string;
}

/** Options for {@linkcode Workflow.connectMcpServer}. */
export interface ConnectMcpServerOptions extends NormalizeMcpServersOptions {
  /** Gives up the connecting when it aborts, and ends the child. Has no effect on a connection that is open. */
  readonly signal?: AbortSignal;
  /**
   * Called for each line that the server writes to stderr and each remark of the connection.
   *
   * @default drops the lines of stderr, makes a warning of the process of each remark
   */
  readonly onLog?: (log: McpServerLog) => void;
}

/** Every code of an {@linkcode McpServerError}. */
export type McpServerErrorCode =
  /** A definition or an option breaks a rule; nothing was started. `reason` tells which, `path` where. */
  | "invalid_definition"
  /** The command cannot be started. */
  | "spawn_failed"
  /** The server did not complete the handshake and the listing of its tools in time. */
  | "handshake_timeout"
  /** The server answered the handshake or the listing of its tools with something that cannot be used. */
  | "handshake_failed"
  /** The server has more than 256 tools. */
  | "too_many_tools"
  /** The name is not in the list of tools. */
  | "unknown_tool"
  /** The call was not answered in time. */
  | "call_timeout"
  /** The server's process ended, or closed its side of the connection. */
  | "server_exited"
  /** The connection was closed from this side. */
  | "closed";

/** What the three functions for MCP servers throw. Values of inherited keys are `***` in every text of it. */
export interface McpServerError extends Error {
  readonly name: "McpServerError";
  /** What kind of failure it is; stable, while messages are for people. */
  readonly code: McpServerErrorCode;
  /** The faulty key, such as `servers[1].environment.API_KEY`; for `invalid_definition`. */
  readonly path: string | undefined;
  /** Which rule was broken, such as `credential_in_environment`; stable like `code`. */
  readonly reason: string | undefined;
}

/** A tool that an MCP server exposes. */
export interface McpTool {
  readonly name: string;
  readonly description?: string;
  /** The JSON Schema of the arguments, as the server published it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** One part of a result: `text` has `text`, `image` and `audio` have `data` and `mimeType`, and so on. */
export interface McpContent {
  readonly type: string;
  readonly text?: string;
  /** Base64. */
  readonly data?: string;
  readonly mimeType?: string;
  readonly [key: string]: unknown;
}

/**
 * What a tool answered. It is data, a path below an inherited `HOME` for example, so nothing in it is masked; only inside a
 * run the values of inherited keys that look like credentials are `***` in it.
 */
export interface McpCallResult {
  /** The parts of the answer. Structured content that no text repeats is its last part, as JSON text. */
  readonly content: readonly McpContent[];
  /** Whether the tool failed; `content` then says why. */
  readonly isError: boolean;
}

/** An open connection to one MCP server. */
export interface McpServerConnection {
  /** The server's id, from its definition. */
  readonly id: string;
  /** The tools that it exposes. */
  readonly tools: readonly McpTool[];
  /**
   * Calls one tool.
   *
   * @param name The tool's name, as in `tools`.
   * @param args Its arguments. They are checked by the server only.
   * @param signal Gives up the call when it aborts, and tells the server.
   * @returns The answer, also when the tool failed.
   * @throws {McpServerError} `unknown_tool`, `call_timeout`, `server_exited` or `closed`; what `signal` aborted with.
   */
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<McpCallResult>;
  /** Closes the connection and ends the child process with all that it started, within five seconds. May be called twice. */
  close(): Promise<void>;
}

/** A call that an agent wants to make. */
export interface McpToolCall {
  /** The name by which the agent knows the tool. */
  readonly name: string;
  /** The id of the server. */
  readonly server: string;
  /** The name by which the server knows it. */
  readonly tool: string;
  /** The arguments; they fit the tool's schema. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a person decided about a call. */
export interface McpApproval {
  readonly approved: boolean;
  /** Told to the model when the call is declined. */
  readonly reason?: string;
}

/** What tools are made of: a connection, or anything with its tools and its way to call them. */
export type McpToolSource = Pick<McpServerConnection, "id" | "tools" | "callTool">;

/** How calls of an agent are handled. */
export interface McpToolPolicy {
  /**
   * Which calls wait for a person. Nothing is ever approved automatically: without `onApproval` the AI SDK asks, by the
   * `needsApproval` of each tool.
   *
   * @default false
   */
  readonly approval?: boolean | ((call: McpToolCall) => boolean | Promise<boolean>);
  /** Asks a person about a call that waits for one. The signal aborts when the agent gives the call up. */
  readonly onApproval?: (
    call: McpToolCall,
    signal?: AbortSignal,
  ) => boolean | McpApproval | Promise<boolean | McpApproval>;
  /** The most characters of text that a result brings to the model; the whole text is kept in a file. @default 40000 */
  readonly maxResultChars?: number;
  /**
   * Where those files go; they are never removed.
   *
   * @default a new folder among the temporary files of the system; inside a run those of the run, which end with it
   */
  readonly resultDir?: string;
  /**
   * Whether images, sounds and other data are handed to the model. Otherwise they are kept in files and named: many model
   * servers take text only, and would take the data for one.
   *
   * @default false
   */
  readonly inlineMedia?: boolean;
}

/** Options for {@linkcode Workflow.createMcpTools}. */
export type CreateMcpToolsOptions =
  & McpToolPolicy
  & (
    | { readonly connection: McpToolSource; readonly connections?: never }
    /** At most 8, with different ids. */
    | { readonly connections: readonly McpToolSource[]; readonly connection?: never }
  );

/** The schema of a tool's arguments, in the forms that the AI SDK and Standard Schema look for. */
export interface McpInputSchema {
  /** The JSON Schema. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "workflow-code";
    readonly validate: (value: unknown) => Promise<
      | { readonly value: unknown; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string }[] }
    >;
    readonly jsonSchema: {
      readonly input: (options: unknown) => Record<string, unknown>;
      readonly output: (options: unknown) => Record<string, unknown>;
    };
  };
}

/** What a tool gives its agent. */
export interface McpToolOutput extends McpCallResult {
  /** The files that hold what was too long or no text. */
  readonly files?: readonly string[];
}

/** A tool of an MCP server as one that an agent can call: a tool of the AI SDK, without depending on it. */
export interface McpAgentTool {
  readonly type: "dynamic";
  readonly description?: string;
  readonly inputSchema: McpInputSchema;
  /**
   * Checks the arguments, asks for approval where that is due, and calls the tool. What fails is a result with `isError` that
   * says what to do about it.
   *
   * @throws What `abortSignal` aborted with.
   */
  execute(
    args: unknown,
    options?: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<McpToolOutput>;
  /** The result as the model gets it. */
  toModelOutput(options: { readonly output: unknown }): McpModelOutput;
  /** Whether the AI SDK has to ask a person first; only where `onApproval` does not. */
  readonly needsApproval?: (args: unknown) => Promise<boolean>;
}

/** A result as the AI SDK hands it to a model. */
export type McpModelOutput =
  | { type: "text" | "error-text"; value: string }
  | {
    type: "content";
    value: (
      | { type: "text"; text: string }
      | { type: "image-data" | "file-data"; data: string; mediaType: string }
    )[];
  };

/** What `import { workflow } from "workflow-code"` gives. */
export interface Workflow {
  /**
   * Defines a workflow. Checked at once: a fault throws and names the key, the value and what was expected.
   *
   * @param definition The entrypoints by id: `^[A-Za-z][A-Za-z0-9_-]{0,63}$`.
   */
  define<const E extends Record<string, unknown>>(
    definition: { readonly entrypoints: { readonly [K in keyof E]: Entrypoint<E[K]> } },
  ): WorkflowDefinition;
  /**
   * Starts an MCP server as a child process, completes the handshake and lists the tools that it exposes. The MCP SDK is loaded
   * by the first call.
   *
   * Inside a run it asks the host, which accepts only a definition equal to one that it was started with and that the manifest
   * names; the connection is then the one of `ctx.mcp`, and `onLog` is not called, since the log of the run has everything.
   *
   * @param definition The server; checked before anything is started.
   * @param options What the host allows to be inherited.
   * @returns The connection. Whoever opens it closes it.
   * @throws {McpServerError}
   */
  connectMcpServer(
    definition: McpServerDefinition,
    options?: ConnectMcpServerOptions,
  ): Promise<McpServerConnection>;
  /**
   * Checks definitions of MCP servers before anything is started.
   *
   * @param servers The definitions, at most 8.
   * @param options What the host allows to be inherited.
   * @returns The definitions with their defaults, frozen. They never hold an inherited value.
   * @throws {McpServerError} `invalid_definition`, with the `path` of the first fault.
   */
  normalizeMcpServers(
    servers: readonly McpServerDefinition[],
    options?: NormalizeMcpServersOptions,
  ): readonly NormalizedMcpServer[];
  /**
   * Makes the tools of MCP servers tools that an agent can call: tools of the AI SDK, named `<id>__<tool>`.
   *
   * @param options The connection or connections, and how calls are handled.
   * @returns The tools by name.
   * @throws {McpServerError} `invalid_definition`.
   */
  createMcpTools(options: CreateMcpToolsOptions): Promise<Record<string, McpAgentTool>>;
}
