import type { RelatedProject, RunContext } from "../../core/api.ts";
import { showValue } from "../../core/show_value.ts";
import { WorkflowError } from "../../errors.ts";
import { findNonJson } from "./find_non_json.ts";
import type { HostCalls } from "./host_calls.ts";
import type { RunJournal } from "./run_journal.ts";
import type { Scopes } from "./scopes.ts";
import type { Steps } from "./steps.ts";

/** What {@linkcode createRelated} needs of a run. */
export interface CreateRelatedOptions {
  readonly callHost: HostCalls["call"];
  readonly steps: Steps;
  readonly journal: RunJournal;
  readonly scopes: Scopes;
  /** The run's own signal. */
  readonly signal: AbortSignal;
}

/**
 * Makes `ctx.related`: a run of a related project is a step of the run that calls it.
 *
 * @param options The run.
 * @returns This member of `ctx`.
 */
export function createRelated(
  { callHost, steps, journal, scopes, signal }: CreateRelatedOptions,
): RunContext["related"] {
  const call = async (alias: string, entrypointId: string, values: Record<string, unknown>) => {
    const { current } = scopes;
    if (!current) throw new WorkflowError("internal", "A related project is run inside a step");
    const { key, id: node } = current;
    const params = { alias, entrypointId, values, key, node, order: journal.nextOrder() };
    try {
      return (await callHost("related.run", params, signal)).output;
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      const { code, message, faults, errCode } = error;
      // One that came in a message knows nothing of the author's line; one that is made here does.
      throw new WorkflowError(code, message, {
        cause: error,
        faults,
        ...(errCode === undefined ? {} : { errCode }),
      });
    }
  };
  return (alias) => {
    if (typeof alias !== "string" || alias === "") {
      throw new TypeError(`ctx.related() must be given an alias of the manifest, found ${showValue(alias)}`);
    }
    return Object.freeze<RelatedProject>({
      run: async <T>(entrypointId: string, params: Readonly<Record<string, unknown>> = {}) => {
        if (typeof entrypointId !== "string" || entrypointId === "") {
          throw new TypeError(
            `ctx.related(${JSON.stringify(alias)}).run() must be given the id of an entrypoint, found ` +
              showValue(entrypointId),
          );
        }
        const values = toValues(params, `ctx.related(${JSON.stringify(alias)}).run()`);
        const title = `${alias}: ${entrypointId}`;
        return await steps.run(
          `${alias}.${entrypointId}`,
          () => call(alias, entrypointId, values) as Promise<T>,
          { title },
        );
      },
    });
  };
}

/** Files are told by their paths; the host looks whether the run may read them. */
function toValues(params: unknown, what: string): Record<string, unknown> {
  if (typeof params !== "object" || params === null || Array.isArray(params)) {
    throw new TypeError(`${what} must be given its params as an object, found ${showValue(params)}`);
  }
  const values = Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(toPath) : toPath(value)]),
  );
  const found = findNonJson(values);
  if (found) throw new TypeError(`${what} must be given JSON or files: \`${found.path}\` is ${found.reason}`);
  return values;
}

function toPath(value: unknown): unknown {
  return isManagedFile(value) ? value.path : value;
}

/** Also one that went through the journal, as the result of a step. */
function isManagedFile(value: unknown): value is { readonly path: string } {
  return typeof value === "object" && value !== null && "path" in value && typeof value.path === "string" &&
    "id" in value && "size" in value && "mediaType" in value;
}
