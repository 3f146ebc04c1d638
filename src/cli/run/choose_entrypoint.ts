import type { EntrypointSpec } from "../../core/spec.ts";
import { WorkflowError } from "../../errors.ts";
import { askOnTerminal, type TerminalFormOptions } from "../terminal/terminal_form.ts";

/**
 * Finds out which entrypoint is meant where the command line names none: the only one, or the one that a person chooses.
 *
 * @param entrypoints All entrypoints.
 * @param terminal The terminal; undefined where nobody can be asked.
 * @returns The entrypoint; undefined where the person has ended the input.
 * @throws {WorkflowError} `usage`, naming all, where nobody can be asked; else as `askOnTerminal` does.
 */
export async function chooseEntrypoint(
  entrypoints: readonly EntrypointSpec[],
  terminal: TerminalFormOptions | undefined,
): Promise<EntrypointSpec | undefined> {
  const [only, ...others] = entrypoints;
  if (others.length === 0) return only;
  if (!terminal) {
    const ids = entrypoints.map(({ id }) => id).join(", ");
    throw new WorkflowError("usage", `Missing <entrypoint>: the project has ${ids}`);
  }
  const answer = await askOnTerminal({
    key: "entrypoint",
    id: "entrypoint",
    kind: "ask",
    message: "What is to be run?",
    fields: [{
      name: "entrypoint",
      type: "string",
      title: "Entrypoint",
      required: true,
      multiple: false,
      secret: false,
      options: entrypoints.map(({ id, title }) => ({ value: id, label: title })),
    }],
    node: null,
  }, terminal);
  if (answer?.action !== "accept") return undefined;
  return entrypoints.find(({ id }) => id === answer.values.entrypoint);
}
