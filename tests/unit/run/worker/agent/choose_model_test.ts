import { assertEquals, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../../src/errors.ts";
import { chooseModel } from "../../../../../src/run/worker/agent/choose_model.ts";
import { ModelRequests } from "../../../../../src/run/worker/agent/model_requests.ts";

function choose(body: string): Promise<string> {
  const request = () => Promise.resolve({ answered: true, status: 200, body } as const);
  return chooseModel(new ModelRequests({ request, warn: () => {} }), new AbortController().signal);
}

Deno.test("chooseModel() takes the first that the server lists", async () => {
  assertEquals(await choose('{"data":[{"id":"b"},{"id":"a"}]}'), "b");
});

Deno.test("chooseModel() says how to name one where the server lists none", async () => {
  for (const body of ['{"data":[]}', "{}", "null", "<html>", "", '{"data":[{"id":""}]}']) {
    await assertRejects(() => choose(body), WorkflowError, "name one by `model` of the agent");
  }
});
