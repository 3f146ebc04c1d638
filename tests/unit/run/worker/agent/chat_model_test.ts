import { assertEquals, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../../src/errors.ts";
import type { ModelRequest } from "../../../../../src/run/protocol.ts";
import { ChatModel, type ChatRequest } from "../../../../../src/run/worker/agent/chat_model.ts";
import { ModelRequests } from "../../../../../src/run/worker/agent/model_requests.ts";

const HELLO: ChatRequest = {
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
  mayCall: true,
};
const TOOL = { name: "look", description: undefined, inputSchema: { type: "object", properties: {} } };

/** Asks a server that answers with a message, or refuses by a status. */
function createModel(...answers: readonly (number | Record<string, unknown>)[]) {
  const sent: { body: Record<string, unknown> }[] = [];
  const left = [...answers];
  const request = ({ body = "{}" }: ModelRequest) => {
    sent.push({ body: JSON.parse(body) });
    const next = left.shift() ?? 500;
    return Promise.resolve(
      typeof next === "number"
        ? { answered: true, status: next, body: "" } as const
        : { answered: true, status: 200, body: JSON.stringify(next) } as const,
    );
  };
  const model = new ChatModel("m", new ModelRequests({ request, warn: () => {} }));
  const ask = (more: Partial<ChatRequest> = {}) =>
    model.ask({ ...HELLO, ...more }, new AbortController().signal);
  return { ask, sent };
}

function say(message: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return { choices: [{ message: { role: "assistant", ...message }, finish_reason: "stop" }], ...more };
}

Deno.test("ask() gives text, reasoning and calls, and counts tokens", async () => {
  const { ask } = createModel(say({
    content: "Hi",
    reasoning_content: "They greet",
    tool_calls: [
      { id: "a", type: "function", function: { name: "look", arguments: "{}" } },
      { id: "a", type: "function", function: { name: "look", arguments: "" } },
    ],
  }, { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 9 } }));
  assertEquals(JSON.parse(JSON.stringify(await ask())), {
    parts: [
      { type: "reasoning", text: "They greet" },
      { type: "text", text: "Hi" },
      { type: "tool-call", toolCallId: "a", toolName: "look", input: "{}" },
      { type: "tool-call", toolCallId: "a-3", toolName: "look", input: "" },
    ],
    finishReason: "stop",
    usage: { inputTokens: 3, outputTokens: 4, totalTokens: 9 },
  });
});

Deno.test("ask() counts nothing for a server that does not count", async () => {
  const { ask } = createModel(say({ content: "Hi" }));
  assertEquals((await ask()).usage, { inputTokens: 0, outputTokens: 0, totalTokens: 0 });
});

Deno.test("ask() keeps a model from calling where it must not", async () => {
  const { ask, sent } = createModel(say({ content: "Hi" }), say({ content: "Hi" }));
  await ask({ tools: [TOOL] });
  await ask({ tools: [TOOL], mayCall: false });
  assertEquals(sent.map(({ body }) => [body.tool_choice, (body.tools as unknown[]).length]), [
    [undefined, 1],
    ["none", 1],
  ]);
});

Deno.test("ask() asks again without a schema that the server refuses", async () => {
  const { ask, sent } = createModel(400, say({ content: "{}" }));
  const turn = await ask({ schema: { type: "object" } });
  assertEquals([turn.refusedSchema, sent.map(({ body }) => body.response_format !== undefined)], [true, [
    true,
    false,
  ]]);
});

Deno.test("ask() does not take every failure for a refused schema", async () => {
  const { ask, sent } = createModel(401);
  await assertRejects(() => ask({ schema: { type: "object" } }), WorkflowError, "401");
  assertEquals(sent.length, 1);
});
