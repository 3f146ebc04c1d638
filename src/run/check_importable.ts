import { WorkflowError } from "../errors.ts";
import { isInside } from "../project/is_inside.ts";

/** Options for {@linkcode checkImportable}. */
export interface CheckImportableOptions {
  /** The name of the param, for messages. */
  readonly param: string;
  /** Files and folders that no run gets; they need not exist. */
  readonly privatePaths: readonly string[];
}

/**
 * Refuses to hand a run what Workflow Code keeps for itself: a client names files by itself, and a model may have told it which.
 *
 * @param path The file as it was named; one that is not there is left to whoever imports it.
 * @param options What is refused.
 * @throws {WorkflowError} `file_rejected`, naming the param.
 */
export async function checkImportable(
  path: string,
  { param, privatePaths }: CheckImportableOptions,
): Promise<void> {
  const real = await Deno.realPath(path).catch(() => path);
  const kept = await Promise.all(privatePaths.map((one) => Deno.realPath(one).catch(() => one)));
  if (!kept.some((one) => real === one || isInside(real, one))) return;
  throw new WorkflowError(
    "file_rejected",
    `Cannot import ${
      JSON.stringify(path)
    } for \`${param}\`: Workflow Code keeps it for itself, and no run gets it`,
  );
}
