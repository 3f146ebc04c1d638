import type { WorkflowDefinition } from "./api.ts";
import { parseDefinition } from "./parse_definition.ts";
import type { WorkflowSpec } from "./spec.ts";

/** What a definition has beside data: the author's functions, which run in a run worker only. */
export interface RunnableDefinition {
  readonly entrypoints: Readonly<Record<string, RunnableEntrypoint>>;
}

/** The functions of an entrypoint. They take what `api.ts` says; here the types of single params are not known. */
export interface RunnableEntrypoint {
  run(ctx: unknown, values: Readonly<Record<string, unknown>>): unknown;
  resolveParams?(values: Readonly<Record<string, unknown>>, ctx: unknown): unknown;
}

/** A definition that has been checked, with the functions that its spec cannot hold. */
export interface DefinedWorkflow {
  readonly spec: WorkflowSpec;
  readonly definition: RunnableDefinition;
}

/** Known only here, so that an object that merely looks like a definition is not taken for one. */
const definitions = new WeakMap<object, DefinedWorkflow>();

/**
 * Defines a workflow: the function behind `workflow.define`, whose type `api.ts` gives.
 *
 * @param definition The entrypoints by id.
 * @returns What a project's main module exports by default; `getDefinition` knows what is behind it.
 * @throws {WorkflowError} `invalid_definition`, with a stack that begins at the caller.
 */
export function define(definition: unknown): WorkflowDefinition {
  let spec: WorkflowSpec;
  try {
    spec = parseDefinition(definition, { allowsTrue: false });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, define);
    throw error;
  }
  const entrypointIds = Object.freeze(spec.entrypoints.map((entrypoint) => entrypoint.id));
  const workflow: WorkflowDefinition = Object.freeze({ entrypointIds });
  definitions.set(workflow, { spec, definition: definition as RunnableDefinition });
  return workflow;
}

/**
 * What is behind a default export.
 *
 * @param value Anything, such as the default export of a project's main module.
 * @returns The spec and the author's functions, or `undefined` unless `define` made the value.
 */
export function getDefinition(value: unknown): DefinedWorkflow | undefined {
  return typeof value === "object" && value !== null ? definitions.get(value) : undefined;
}
