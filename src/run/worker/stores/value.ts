import type { PersistentValue } from "../../../core/api.ts";
import { showValue } from "../../../core/show_value.ts";
import { WorkflowError } from "../../../errors.ts";
import { keyFault } from "../../../store/rules.ts";
import type { VersionedValue } from "../../../store/values/value_store.ts";
import { Arguments } from "./arguments.ts";
import type { StoreCaller } from "./store_caller.ts";

const MAX_ATTEMPTS = 100;
const LONGEST_PAUSE_MS = 100;

const VALUE = new Arguments("ctx.value");
const SET = new Arguments("ctx.value().set");
const UPDATE = new Arguments("ctx.value().update");

/** What {@linkcode createValue} needs. */
export interface CreateValueOptions {
  readonly call: StoreCaller;
  /** No update tries again after it has aborted. */
  readonly signal: AbortSignal;
}

/**
 * Makes what `ctx.value(name)` gives.
 *
 * @param name The value's name.
 * @param options How the stores are reached.
 * @returns The persistent value.
 */
export function createValue<T>(name: string, { call, signal }: CreateValueOptions): PersistentValue<T> {
  VALUE.check("the name", keyFault(name));
  return Object.freeze({
    async get() {
      return read<T>(await call("value.get", { name }));
    },

    async set(value: T) {
      await call("value.set", { name, json: SET.toJson("the value", value) });
    },

    async update(fn: (old: T | undefined) => T | Promise<T>) {
      UPDATE.check(
        "the argument",
        typeof fn === "function" ? undefined : `must be a function, found ${showValue(fn)}`,
      );
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (attempt > 0) await pause(attempt, signal);
        const old = await call("value.get", { name });
        const value = await fn(read<T>(old));
        const json = UPDATE.toJson("what the function returns", value);
        if (await call("value.replace", { name, version: old.version, json }) === null) return value;
      }
      throw new WorkflowError(
        "store_failed",
        `Cannot update ${
          showValue(name)
        } in the store of persistent values: others changed it ${MAX_ATTEMPTS} times in a ` +
          "row while the function ran; let the function do less",
      );
    },
  });
}

function read<T>({ json }: VersionedValue): T | undefined {
  return json === undefined ? undefined : JSON.parse(json);
}

/** Longer and longer, and never equally long for two that are in each other's way. */
async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const ms = Math.random() * Math.min(2 ** (attempt - 1), LONGEST_PAUSE_MS);
  await new Promise((resolve) => setTimeout(resolve, ms));
}
