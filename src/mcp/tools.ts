import { dropUndefined } from "../core/drop_undefined.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import type { ObjectSchema, Tool } from "./handlers.ts";
import { OUTPUT_SCHEMA } from "./output_schema.ts";

/**
 * Makes the tool that an entrypoint is to a client.
 *
 * @param entrypoint The entrypoint.
 * @param inputSchema The schema of its arguments.
 * @returns The tool. Where the entrypoint has no description its title stands in, since some clients refuse an empty one.
 */
export function toTool(entrypoint: EntrypointSpec, inputSchema: ObjectSchema): Tool {
  const { id, title, description } = entrypoint;
  const annotations = toAnnotations(entrypoint);
  return {
    name: id,
    title,
    description: description?.trim() ? description : title,
    inputSchema,
    outputSchema: OUTPUT_SCHEMA,
    ...(annotations ? { annotations } : {}),
  };
}

/** Clients of 2025-03-26 and before know a title only in here. */
function toAnnotations({ title, annotations }: EntrypointSpec): Tool["annotations"] {
  if (!annotations) return undefined;
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  return {
    title,
    ...dropUndefined({
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    }),
  };
}
