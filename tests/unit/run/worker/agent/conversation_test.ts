import { assertEquals, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../../src/errors.ts";
import { AgentOutput } from "../../../../../src/run/worker/agent/agent_output.ts";
import { readyTools } from "../../../../../src/run/worker/agent/agent_tools.ts";
import type { ChatRequest, Turn } from "../../../../../src/run/worker/agent/chat_model.ts";
import { Conversation } from "../../../../../src/run/worker/agent/conversation.ts";
import { parseAgent } from "../../../../../src/core/parse_agent.ts";

const OUTPUT = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const USAGE = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const LOOK = { name: "look", description: "Looks.", inputSchema: { type: "object" }, execute: () => "seen" };

function say(text: string, more: Partial<Turn> = {}): Turn {
  return { parts: [{ type: "text", text }], finishReason: "stop", usage: USAGE, ...more };
}

function callLook(...ids: string[]): Turn {
  const parts = ids.map((toolCallId) =>
    ({ type: "tool-call", toolCallId, toolName: "look", input: "{}" }) as const
  );
  return { parts, finishReason: "tool-calls", usage: USAGE };
}

/** Holds a conversation with a model that takes these turns; nobody is asked, nothing is written down. */
async function hold(options: Record<string, unknown>, turns: readonly Turn[]) {
  const spec = parseAgent({ prompt: "?", ...options });
  const left = [...turns];
  const requests: ChatRequest[] = [];
  const ids: string[] = [];
  const conversation = new Conversation({
    spec,
    tools: await readyTools(spec.tools),
    output: spec.output && await AgentOutput.open(spec.output),
    model: {
      ask: (request) => {
        requests.push(request);
        return Promise.resolve(left.shift() ?? say("over"));
      },
    },
    steps: {
      perform: async (id, fn) => {
        ids.push(id);
        return await fn();
      },
    },
    questions: { approve: () => Promise.resolve({ approved: false }) },
    warn: () => {},
    signal: new AbortController().signal,
  });
  return { result: conversation.hold(), requests, ids };
}

Deno.test("hold() takes turns until one calls no tool", async () => {
  const { result, ids } = await hold({ tools: [LOOK] }, [callLook("a", "b"), say("done")]);
  const { text, steps, usage, finishReason } = await result;
  assertEquals([text, usage, finishReason], ["done", {
    ...USAGE,
    inputTokens: 2,
    outputTokens: 2,
    totalTokens: 4,
    turns: 2,
  }, "stop"]);
  assertEquals(steps[0]?.toolCalls, [
    { name: "look", args: {}, result: "seen" },
    { name: "look", args: {}, result: "seen" },
  ]);
  assertEquals(ids, ["model turn 1", "look", "look", "model turn 2"]);
});

Deno.test("hold() has the model held to a schema where it has no tools to call", async () => {
  const { result, requests } = await hold({ output: OUTPUT }, [say('{"n":1}')]);
  assertEquals([(await result).output, requests.map(({ schema }) => schema)], [{ n: 1 }, [OUTPUT]]);
});

Deno.test("hold() leaves a model with tools free, and holds it to the schema when its answer does not fit", async () => {
  const { result, requests } = await hold({ output: OUTPUT, tools: [LOOK] }, [
    callLook("a"),
    say("1"),
    say('{"n":1}'),
  ]);
  const { output, steps } = await result;
  assertEquals([output, steps.length], [{ n: 1 }, 3]);
  assertEquals(requests.map(({ schema, mayCall }) => [schema !== undefined, mayCall]), [
    [false, true],
    [false, true],
    [true, false],
  ]);
});

Deno.test("hold() asks for no schema again that the server has refused", async () => {
  const { result, requests } = await hold({ output: OUTPUT }, [
    say("1", { refusedSchema: true }),
    say('{"n":1}'),
  ]);
  await result;
  assertEquals(requests.map(({ schema }) => schema !== undefined), [true, false]);
});

Deno.test("hold() fails where the steps are taken and there is no output", async () => {
  const { result } = await hold({ output: OUTPUT, tools: [LOOK], maxSteps: 1 }, [callLook("a")]);
  const error = await assertRejects(() => result, WorkflowError);
  assertEquals([error.code, error.message], [
    "model_failed",
    "The agent gave no output within its limit of 1 steps",
  ]);
});

Deno.test("hold() tells the model what became of each of its calls", async () => {
  const { result, requests } = await hold({ tools: [{ ...LOOK, approval: true }] }, [
    callLook("a"),
    say("done"),
  ]);
  await result;
  assertEquals(requests[1]?.messages.slice(1), [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "look", input: "{}" }] },
    {
      role: "tool",
      content: [{
        type: "tool-result",
        toolCallId: "a",
        toolName: "look",
        output: { type: "error-text", value: "look was not called: a person declined it" },
      }],
    },
  ]);
});
