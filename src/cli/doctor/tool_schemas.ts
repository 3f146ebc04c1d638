import type { Tool } from "../../mcp/handlers.ts";
import type { Finding } from "./finding.ts";

/** More tools of one server than this, and a client leaves some out. */
const MOST_TOOLS = [
  { client: "Cursor", most: 40 },
  { client: "VS Code", most: 128 },
];

/** The keywords at the top of a schema for which some client leaves a tool out. */
const ROOT_KEYWORDS = ["anyOf", "oneOf", "allOf", "not", "if", "$ref"];

/**
 * Finds what some client would refuse in the tools of a project.
 *
 * @param tools The tools, as clients see them.
 * @returns A warning for each fault, or that all is well.
 */
export function checkTools(tools: readonly Tool[]): Finding[] {
  const faults = tools.flatMap((tool) => [
    ...(tool.description === undefined || tool.description === tool.title
      ? [{
        message: `"${tool.name}" has no description: a model chooses tools by theirs`,
        mend: "write one into the entrypoint",
      }]
      : []),
    ...findSchemaFaults(tool.inputSchema).map(({ path, reason }) => ({
      message: `"${tool.name}" has a schema that some client refuses: ${path}: ${reason}`,
      mend: "give the param another type",
    })),
  ]);
  const tooMany = MOST_TOOLS.filter(({ most }) => tools.length > most).map(({ client, most }) => ({
    message: `${tools.length} tools are more than ${client} takes from all servers together, ${most}`,
    mend: "divide the project",
  }));
  const findings = [...faults, ...tooMany].map((fault): Finding => ({
    level: "warning",
    area: "tools",
    ...fault,
  }));
  const message = `${tools.length === 1 ? "1 tool" : `${tools.length} tools`}: ${
    tools.map(({ name }) => name).join(", ")
  }`;
  return [{ level: "ok", area: "tools", message }, ...findings];
}

/**
 * Finds what some client would refuse in the schema of a tool's arguments.
 *
 * @param schema The schema.
 * @returns Where each fault is, and what is wrong there.
 */
export function findSchemaFaults(schema: unknown): { readonly path: string; readonly reason: string }[] {
  if (!isSchema(schema) || schema.type !== "object" || !isSchema(schema.properties)) {
    return [{ path: "schema", reason: "its top must be an object with properties" }];
  }
  return [
    ...ROOT_KEYWORDS.filter((keyword) => keyword in schema)
      .map((keyword) => ({ path: "schema", reason: `${keyword} at its top` })),
    ...Object.entries(schema.properties).flatMap(([name, property]) => [
      ...(/^[A-Za-z0-9_.-]{1,64}$/.test(name) ? [] : [{ path: name, reason: "a name that no model takes" }]),
      ...findPropertyFaults(property, name),
    ]),
  ];
}

function findPropertyFaults(schema: unknown, path: string): { path: string; reason: string }[] {
  if (!isSchema(schema)) return [{ path, reason: "true or false in place of a schema" }];
  return [
    ...(typeof schema.type === "string" ? [] : [{ path, reason: "no single type" }]),
    ...("$ref" in schema ? [{ path, reason: "a reference" }] : []),
    ...(schema.description === "" ? [{ path, reason: "an empty description" }] : []),
    ...(schema.type === "array" && !isSchema(schema.items) ? [{ path, reason: "a list without items" }] : []),
    ...(isSchema(schema.items) ? findPropertyFaults(schema.items, `${path}[]`) : []),
  ];
}

function isSchema(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
