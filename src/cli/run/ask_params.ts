import { homedir } from "node:os";
import { join, resolve } from "@std/path";
import type { FieldSpec } from "../../core/interaction.ts";
import type { EntrypointSpec, ParamSpec, ParamValue, ParamValues } from "../../core/spec.ts";
import { askOnTerminal, type TerminalFormOptions } from "../terminal_form.ts";

/**
 * Asks on a terminal for the params that are not given, where one is missing without which there is no run.
 *
 * @param entrypoint The entrypoint.
 * @param options What is given, and the terminal.
 * @returns All values; undefined where the person has ended the input.
 * @throws As `askOnTerminal` does.
 */
export async function askParams(
  { title, description, params }: EntrypointSpec,
  { given, resolveOptions, ...terminal }: TerminalFormOptions & { readonly given: ParamValues },
): Promise<ParamValues | undefined> {
  const open = params.filter(({ name }) => !Object.hasOwn(given, name));
  if (!open.some(({ required }) => required)) return given;
  const answer = await askOnTerminal({
    key: "params",
    id: "params",
    kind: "ask",
    message: description === undefined ? title : `${title}: ${description}`,
    fields: open.map(toField),
    node: null,
  }, {
    ...terminal,
    toAbsolute: toAbsolutePath,
    ...(resolveOptions ? { resolveOptions: (values) => resolveOptions({ ...given, ...values }) } : {}),
  });
  return answer?.action === "accept" ? { ...given, ...answer.values } : undefined;
}

/**
 * Makes the paths of file params absolute: what a person types begins at the working directory or at `~`.
 *
 * @param entrypoint The entrypoint.
 * @param values Its values.
 * @returns The values.
 */
export function toAbsoluteFiles({ params }: EntrypointSpec, values: ParamValues): ParamValues {
  const toAbsolute = (value: ParamValue): ParamValue => {
    if (typeof value === "string") return toAbsolutePath(value);
    return Array.isArray(value) ? value.map((path) => toAbsolutePath(String(path))) : value;
  };
  const isFile = (name: string) => params.some((param) => param.name === name && param.type === "file");
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isFile(name) ? toAbsolute(value) : value]),
  );
}

function toAbsolutePath(path: string): string {
  if (path === "") return path;
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(path);
}

/** A form has no places on a command line. */
function toField(param: ParamSpec): FieldSpec {
  return { ...param, type: param.type === "positional" ? "string" : param.type, secret: false };
}
