import type { AgentToolCall } from "../../../core/api.ts";
import type { AgentSpec } from "../../../core/parse_agent.ts";
import type { ChatMessage, Turn, TurnPart } from "./chat_model.ts";

/** A call that a model wants. */
export type CallPart = Extract<TurnPart, { type: "tool-call" }>;

type ResultPart = Extract<Extract<ChatMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;

/**
 * Says what an agent is asked in the words of the AI SDK.
 *
 * @param spec What it is asked.
 * @param more What the model is told beside the author's instructions.
 * @returns The first messages of the conversation.
 */
export function toFirstMessages(
  { instructions, messages }: Pick<AgentSpec, "instructions" | "messages">,
  more: string | undefined,
): ChatMessage[] {
  const system = [instructions, more].filter((text) => text !== undefined).join("\n\n");
  return [
    ...(system === "" ? [] : [{ role: "system", content: system } as const]),
    ...messages.map(({ role, content }): ChatMessage => ({
      role,
      content: [{ type: "text", text: content }],
    })),
  ];
}

/** The calls of a turn, in order. */
export function toCalls({ parts }: Pick<Turn, "parts">): readonly CallPart[] {
  return parts.filter((part) => part.type === "tool-call");
}

/** What a model said in a turn, without its reasoning. */
export function toTurnText({ parts }: Pick<Turn, "parts">): string {
  return parts.map((part) => part.type === "text" ? part.text : "").join("");
}

/** What a model said, for its next turn. */
export function toAssistantMessage({ parts }: Pick<Turn, "parts">): ChatMessage {
  return {
    role: "assistant",
    content: parts.map((part) => {
      if (part.type !== "tool-call") return { type: part.type, text: part.text };
      const { toolCallId, toolName, input, providerMetadata } = part;
      const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
      return { type: "tool-call", toolCallId, toolName, input, ...options };
    }),
  };
}

/** What came of a call, for the model. */
export function toResultPart(
  { toolCallId, toolName }: CallPart,
  { result, error }: Pick<AgentToolCall, "result" | "error">,
): ResultPart {
  const part = { type: "tool-result", toolCallId, toolName } as const;
  if (error !== undefined) return { ...part, output: { type: "error-text", value: error } };
  if (result === undefined) return { ...part, output: { type: "text", value: "Done." } };
  if (typeof result === "string") return { ...part, output: { type: "text", value: result } };
  return { ...part, output: { type: "text", value: JSON.stringify(result) } };
}
