import { joinPath } from "../../core/fault_path.ts";
import type { EntrypointSpec, ParamValues } from "../../core/spec.ts";
import { WorkflowError } from "../../errors.ts";
import { isInside } from "../../project/is_inside.ts";

/** Options for {@linkcode checkFiles}. */
export interface CheckFilesOptions {
  readonly values: ParamValues;
  /** Absolute real paths that the caller may read, with all below them. */
  readonly readable: readonly string[];
  /** What of it the caller may not read. */
  readonly hidden: readonly string[];
}

/**
 * Lets a run give on only files that it may read itself: the host, which imports them, may read more.
 *
 * @param entrypoint The entrypoint that is called.
 * @param options Its values, files as absolute paths, and what the caller may read.
 * @returns The values with the real paths of files; what is no file stays, for the import to refuse.
 * @throws {WorkflowError} `invalid_arguments`, naming the param and the file.
 */
export async function checkFiles(
  { id, params }: EntrypointSpec,
  { values, readable, hidden }: CheckFilesOptions,
): Promise<ParamValues> {
  const check = async (path: unknown, place: string) => {
    const real = await Deno.realPath(String(path)).catch(() => String(path));
    if (!hidden.includes(real) && readable.some((dir) => real === dir || isInside(real, dir))) return real;
    const reason = `must be a file that the calling run may read; got ${JSON.stringify(path)}`;
    throw new WorkflowError("invalid_arguments", `Cannot start "${id}": ${place} ${reason}`, {
      faults: [{ path: place, reason }],
    });
  };
  const files = params.filter(({ name, type }) => type === "file" && values[name] !== undefined);
  const checked = await Promise.all(files.map(async ({ name }) => {
    const value = values[name];
    return [
      name,
      Array.isArray(value)
        ? await Promise.all(value.map((one, index) => check(one, joinPath(name, index))))
        : await check(value, name),
    ] as const;
  }));
  return { ...values, ...Object.fromEntries(checked) };
}
