import { type Fault, WorkflowError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { ObjectReader } from "./_object_reader.ts";
import { readOptions } from "./_read_options.ts";
import type { EntrypointSpec, OptionSpec } from "./spec.ts";

/** What a form is to offer, by param. */
export type ResolvedOptions = Readonly<Record<string, readonly OptionSpec[]>>;

/**
 * Reads what `resolveParams` returned.
 *
 * @param entrypoint The entrypoint.
 * @param resolved What it returned, as JSON.
 * @returns The options of the params that it named; an empty list where there is nothing to choose.
 * @throws {WorkflowError} `invalid_definition` with every fault.
 *
 * @example
 * ```ts ignore
 * parseResolvedParams(entrypoint, { mode: { options: ["fast"] } }); // { mode: [{ value: "fast" }] }
 * ```
 */
export function parseResolvedParams(entrypoint: EntrypointSpec, resolved: unknown): ResolvedOptions {
  const faults: Fault[] = [];
  const reader = ObjectReader.open(resolved, { path: "", faults });
  const found = (reader?.keys ?? []).flatMap((name): [string, readonly OptionSpec[]][] => {
    const param = entrypoint.params.find((one) => one.name === name);
    if (!param) {
      const near = nearest(name, entrypoint.params.map((one) => one.name));
      reader?.addFault(
        name,
        `there is no such param${near === undefined ? "" : `; did you mean "${near}"?`}`,
      );
      return [];
    }
    const inner = reader && ObjectReader.open(reader.get(name), reader.placeOf(name));
    inner?.checkKeys(["options"], "what a param is resolved to");
    const options = inner?.get("options");
    if (inner === undefined || options === undefined) return [];
    if (param.type === "file" || param.type === "boolean") {
      inner.addFault("options", `a ${param.type} has no options`);
      return [];
    }
    if (Array.isArray(options) && options.length === 0) return [[name, []]];
    return [[name, readOptions(inner, { type: param.type, rules: param }) ?? []]];
  });
  const [first] = faults;
  if (!first) return Object.fromEntries(found);
  const where = first.path === "" ? "" : `${first.path} `;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  throw new WorkflowError(
    "invalid_definition",
    `Cannot use what resolveParams of ${
      JSON.stringify(entrypoint.id)
    } returned: ${where}${first.reason}${more}`,
    { faults },
  );
}
