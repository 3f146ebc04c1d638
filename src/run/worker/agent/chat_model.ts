import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { AgentFinishReason, TokenUsage } from "../../../core/api.ts";
import { toMessage, WorkflowError } from "../../../errors.ts";
import { quoteBody } from "./explain_response.ts";
import { type ModelRequests, RefusedRequest } from "./model_requests.ts";
import { isStrictSchema } from "./strict_schema.ts";

type CallOptions = Parameters<OpenAICompatibleChatLanguageModel["doGenerate"]>[0];
type Content = Awaited<ReturnType<OpenAICompatibleChatLanguageModel["convertResponse"]>>["content"][number];

/** A message of the AI SDK. */
export type ChatMessage = CallOptions["prompt"][number];

/** A part of what a model said: text, reasoning or a call of a tool. */
export type TurnPart = Extract<Content, { type: "text" | "reasoning" | "tool-call" }>;

/** What a model may do in a turn. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string | undefined;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  }[];
  /** Whether it may call the tools. */
  readonly mayCall: boolean;
  /** What the server is to hold the answer to, where it can. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** What a model said in a turn; JSON, as the journal keeps it. */
export interface Turn {
  readonly parts: readonly TurnPart[];
  readonly finishReason: Exclude<AgentFinishReason, "max-steps">;
  readonly usage: TokenUsage;
  /** Set when the server does not hold an answer to a schema. */
  readonly refusedSchema?: true;
}

/** A model behind a server with OpenAI's chat completions, in the words of the AI SDK. */
export class ChatModel {
  readonly #id: string;
  readonly #requests: ModelRequests;
  readonly #model: OpenAICompatibleChatLanguageModel;

  /**
   * @param id The server's name for the model.
   * @param requests The way to the server.
   */
  constructor(id: string, requests: ModelRequests) {
    this.#id = id;
    this.#requests = requests;
    this.#model = new OpenAICompatibleChatLanguageModel(id, {
      provider: "openaiCompatible",
      // The executor knows the address, and makes the request.
      url: ({ path }) => path,
      supportsStructuredOutputs: true,
    });
  }

  /**
   * Lets the model take a turn.
   *
   * @param request What was said, and what it may do.
   * @param signal Gives the turn up when it aborts.
   * @returns What it said.
   * @throws {WorkflowError} `model_failed` if there is no answer that can be used; the signal's reason when it aborts.
   */
  async ask(request: ChatRequest, signal: AbortSignal): Promise<Turn> {
    try {
      return toTurn(await this.#convert(await this.#send(request, signal)));
    } catch (error) {
      if (request.schema === undefined || !isSchemaRefusal(error)) throw error;
      const { schema: _, ...rest } = request;
      return { ...await this.ask(rest, signal), refusedSchema: true };
    }
  }

  get #failure(): string {
    return `Cannot ask the model ${JSON.stringify(this.#id)}`;
  }

  async #send(request: ChatRequest, signal: AbortSignal): Promise<string> {
    const { body } = await this.#model.prepareRequest(toCallOptions(request));
    return await this.#requests.send({
      path: "/chat/completions",
      body: JSON.stringify(body),
      failure: this.#failure,
      model: this.#id,
    }, signal);
  }

  async #convert(text: string): Promise<Converted> {
    const body = this.#parse(text);
    try {
      return await this.#model.convertResponse({ body });
    } catch (error) {
      // Some servers tell of a failure with the status of a success.
      const failed = typeof body === "object" && body !== null && "error" in body;
      const why = failed ? `the model server failed (${quoteBody(text)})` : explainShape(error, body);
      throw new WorkflowError("model_failed", `${this.#failure}: ${why}`);
    }
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      const found = text.trim() === "" ? "an empty answer" : `no JSON: ${quoteBody(text)}`;
      const hint = "does WORKFLOW_SERVER_URL end before /chat/completions?";
      throw new WorkflowError("model_failed", `${this.#failure}: the model server gave ${found}; ${hint}`);
    }
  }
}

type Converted = Awaited<ReturnType<OpenAICompatibleChatLanguageModel["convertResponse"]>>;

function toCallOptions({ messages, tools, mayCall, schema }: ChatRequest): CallOptions {
  return {
    prompt: [...messages],
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: { ...inputSchema },
    })),
    ...(mayCall || tools.length === 0 ? {} : { toolChoice: { type: "none" } }),
    ...(schema === undefined ? {} : {
      responseFormat: { type: "json", schema: { ...schema }, name: "output" },
      providerOptions: { openaiCompatible: { strictJsonSchema: isStrictSchema(schema) } },
    }),
  };
}

function toTurn({ content, finishReason, usage }: Converted): Turn {
  const ids = new Set<string>();
  const parts = content.filter(isTurnPart).map((part, index) => {
    if (part.type !== "tool-call") return part;
    // Results are told apart by these, and not every server does so.
    const toolCallId = ids.has(part.toolCallId) ? `${part.toolCallId}-${index}` : part.toolCallId;
    ids.add(toolCallId);
    return { ...part, toolCallId };
  });
  return {
    parts,
    finishReason: toFinishReason(finishReason.unified),
    usage: toUsage(usage),
  };
}

function isTurnPart(part: Content): part is TurnPart {
  return part.type === "text" || part.type === "reasoning" || part.type === "tool-call";
}

function toFinishReason(reason: Converted["finishReason"]["unified"]): Turn["finishReason"] {
  return reason === "error" || reason === "interrupted" ? "other" : reason;
}

function toUsage({ inputTokens, outputTokens, raw }: Converted["usage"]): TokenUsage {
  const [input, output] = [toCount(inputTokens.total), toCount(outputTokens.total)];
  const total = toCount(raw?.total_tokens) || input + output;
  return { inputTokens: input, outputTokens: output, totalTokens: total };
}

function toCount(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function isSchemaRefusal(error: unknown): boolean {
  return error instanceof RefusedRequest && [400, 404, 422, 501].includes(error.status);
}

function explainShape(error: unknown, body: unknown): string {
  const hasChoices = typeof body === "object" && body !== null && "choices" in body;
  if (hasChoices && Array.isArray(body.choices) && body.choices.length === 0) {
    return "the model server gave no choices";
  }
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const detail = toMessage(cause).replace(/\s+/g, " ").slice(0, 300);
  return `the model server gave JSON that is no chat completion (${detail})`;
}
