import { WorkflowError } from "../errors.ts";
import { isFields } from "./_shapes.ts";
import type { ModelRequest } from "./protocol.ts";

/**
 * Reads what a run worker asks of the model server. Project code shares the worker: no other address of the server is asked
 * with its key.
 *
 * @param params What came.
 * @returns The request.
 * @throws {WorkflowError} `internal` if it is none.
 */
export function parseModelRequest(params: unknown): ModelRequest {
  if (isFields(params)) {
    const { path, body } = params;
    if (path === "/models" && body === undefined) return { path };
    if (path === "/chat/completions" && typeof body === "string") return { path, body };
  }
  throw new WorkflowError("internal", "The run's worker asked of the model server what it may not ask");
}
