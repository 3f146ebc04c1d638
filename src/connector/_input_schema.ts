import type { McpInputSchema } from "../core/api.ts";
import type { ArgumentCheck } from "./_argument_check.ts";

/** By this the AI SDK knows a schema of its own, without that it has to be loaded here. */
const AI_SDK_SCHEMA = Symbol.for("vercel.ai.schema");

/**
 * Makes the schema that the AI SDK shows to a model and validates with.
 *
 * @param schema The schema as the server published it.
 * @param check Checks arguments against it.
 * @returns The schema, with the marks by which it is known. Some models refuse an object without `properties`, so it has them.
 */
export function createInputSchema(
  schema: Readonly<Record<string, unknown>>,
  check: ArgumentCheck,
): McpInputSchema {
  const jsonSchema = { ...schema, type: "object", properties: schema.properties ?? {} };
  const standard: McpInputSchema["~standard"] = {
    version: 1,
    vendor: "workflow-code",
    async validate(value) {
      const faults = await check(value);
      return faults.length === 0 ? { value } : { issues: faults.map((message) => ({ message })) };
    },
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  };
  const aiSdk = {
    [AI_SDK_SCHEMA]: true,
    _type: undefined,
    async validate(value: unknown) {
      const faults = await check(value);
      return faults.length === 0
        ? { success: true, value }
        : { success: false, error: new TypeError(faults.join("; ")) };
    },
  };
  return { ...aiSdk, jsonSchema, "~standard": standard };
}
