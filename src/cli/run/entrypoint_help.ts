import type { EntrypointSpec, ParamSpec } from "../../core/spec.ts";
import { TEXT_FORMATS } from "../../core/text_formats.ts";
import { toPrintable } from "../printable.ts";
import { textWidth } from "../text_width.ts";

/**
 * Writes the help of an entrypoint: its params as a command line takes them.
 *
 * @param entrypoint The entrypoint.
 * @returns The text, with a line break at its end.
 */
export function renderEntrypointHelp({ id, title, description, params }: EntrypointSpec): string {
  const rows = params.map((param) => [toUsage(param), describe(param)] as const);
  const width = Math.max(0, ...rows.map(([usage]) => textWidth(usage)));
  const pad = (text: string) => text + " ".repeat(width - textWidth(text));
  return toPrintable([
    `${title} (${id})`,
    ...(description === undefined ? [] : [description]),
    "",
    ...(rows.length === 0 ? ["It takes no params."] : ["Params:"]),
    ...rows.map(([usage, text]) => `  ${pad(usage)}  ${text}`.trimEnd()),
    "",
  ].join("\n"));
}

function toUsage({ name, type, multiple }: ParamSpec): string {
  const more = multiple ? "..." : "";
  if (type === "positional") return `<${name}>${more}`;
  if (type === "boolean" && !multiple) return `--${name} | --no-${name}`;
  return `--${name}=<${type === "file" ? "path" : type === "number" ? "number" : "text"}>${more}`;
}

function describe(param: ParamSpec): string {
  const { title, description, options, format, required } = param;
  const parts = [
    description ?? title ?? "",
    options ? `one of ${options.map(({ value }) => value).join(", ")}` : "",
    format ? TEXT_FORMATS[format].meaning : "",
    required ? "required" : "",
    param.default === undefined ? "" : `default ${[param.default].flat().join(", ") || "none"}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}
