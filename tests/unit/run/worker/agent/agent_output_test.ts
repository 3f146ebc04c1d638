import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../../src/errors.ts";
import { AgentOutput } from "../../../../../src/run/worker/agent/agent_output.ts";

const OBJECT = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

Deno.test("read() takes JSON, also in a fence", async () => {
  const output = await AgentOutput.open(OBJECT);
  for (const text of ['{"n":1}', ' {"n":1}\n', '```json\n{"n":1}\n```', '```\n{"n":1}\n```\n']) {
    assertEquals(output.read(text), { ok: true, value: { n: 1 } }, text);
  }
});

Deno.test("read() says what is wrong with an answer", async () => {
  const output = await AgentOutput.open(OBJECT);
  assertEquals(output.read('{"n":1.5}'), { ok: false, faults: ["n must be integer, found 1.5"] });
  const read = output.read("The number is 1");
  assertMatch(read.ok ? "" : read.faults.join(), /^the answer is no JSON \(/);
});

Deno.test("open() refuses a schema that cannot be used", async () => {
  const error = await assertRejects(
    () => AgentOutput.open({ $ref: "https://example.com/x.json" }),
    WorkflowError,
  );
  assertEquals([error.code, error.faults.map(({ path }) => path)], ["invalid_definition", ["output"]]);
});
