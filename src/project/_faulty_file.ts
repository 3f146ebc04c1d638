import { type Fault, WorkflowError } from "../errors.ts";

/**
 * The refusal of a project because of what is in one of its files.
 *
 * @param file The file's path.
 * @param faults What is wrong in it, at least one.
 * @returns An error with every fault in its message, one a line.
 */
export function faultyFile(file: string, faults: readonly Fault[]): WorkflowError {
  const lines = faults.map(({ path, reason }) => `${path}: ${reason}`);
  const message = lines.length === 1
    ? `Cannot open project: ${file}: ${lines[0]}`
    : `Cannot open project: ${file} has ${lines.length} faults\n${
      lines.map((line) => `  ${line}`).join("\n")
    }`;
  return new WorkflowError("invalid_project", message, { faults });
}
