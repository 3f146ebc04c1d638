import { WorkflowError } from "../../../errors.ts";
import { quoteBody } from "./explain_response.ts";
import type { ModelRequests } from "./model_requests.ts";

const FAILURE = "Cannot choose a model";
const HINT = "name one by `model` of the agent or by `workflow.model` in package.json";

/**
 * Asks the model server which models it has.
 *
 * @param requests The way to the server.
 * @param signal Gives it up when it aborts.
 * @returns The name of the first.
 * @throws {WorkflowError} `model_failed` if there is none.
 */
export async function chooseModel(requests: ModelRequests, signal: AbortSignal): Promise<string> {
  const body = await requests.send({ path: "/models", failure: FAILURE }, signal);
  const id = readFirst(body);
  if (id !== undefined) return id;
  const found = quoteBody(body) || "an empty answer";
  throw new WorkflowError("model_failed", `${FAILURE}: the model server lists none (${found}); ${HINT}`);
}

function readFirst(body: string): string | undefined {
  try {
    const { data } = JSON.parse(body) as { readonly data?: readonly { readonly id?: unknown }[] };
    const id = data?.[0]?.id;
    return typeof id === "string" && id !== "" ? id : undefined;
  } catch {
    return undefined;
  }
}
