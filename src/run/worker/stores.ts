import type { RunContext } from "../../core/api.ts";
import { WorkflowError } from "../../errors.ts";
import { createFiles } from "./stores/files.ts";
import { createKnowledge } from "./stores/knowledge.ts";
import { createKv } from "./stores/kv.ts";
import type { StoreCaller } from "./stores/store_caller.ts";
import { createValue } from "./stores/value.ts";

/** The part of `ctx` that the project's stores are. */
export type RunStores = Pick<RunContext, "kv" | "value" | "knowledge" | "files">;

/** What {@linkcode createStores} needs. */
export interface CreateStoresOptions {
  /** Asks the executor; rejects with what the store says. */
  readonly call: StoreCaller;
  /** The run's own signal: no update tries again after it has aborted. */
  readonly signal: AbortSignal;
}

/**
 * Makes `ctx.kv`, `ctx.value`, `ctx.knowledge` and `ctx.files`.
 *
 * @param options How the stores are reached.
 * @returns These members of `ctx`.
 */
export function createStores({ call, signal }: CreateStoresOptions): RunStores {
  const ask = withOwnStack(call);
  return Object.freeze({
    kv: createKv(ask),
    value: <T>(name: string) => createValue<T>(name, { call: ask, signal }),
    knowledge: (name: string) => createKnowledge(name, ask),
    files: createFiles(ask),
  });
}

/** An error that came in a message knows nothing of the author's line; one that is made here does. */
function withOwnStack(call: StoreCaller): StoreCaller {
  return async (method, params) => {
    try {
      return await call(method, params);
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      throw new WorkflowError(error.code, error.message, { cause: error });
    }
  };
}
