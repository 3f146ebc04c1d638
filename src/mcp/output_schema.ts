/**
 * The schema of what every tool returns in `structuredContent`, after a success and after a failure alike: some clients
 * check both against it. Single types only and no alternatives, since several clients take no others; `output` may be any
 * JSON, so it has no type, and a description only because validators of schemas warn of an empty one.
 */
export const OUTPUT_SCHEMA = {
  type: "object",
  properties: {
    runId: { type: "string", description: "Names this run" },
    status: { type: "string", description: "What the run came to: success, failed, cancelled or timeout" },
    entrypointId: { type: "string", description: "The entrypoint that ran, which is the tool's name" },
    entrypointTitle: { type: "string", description: "The title of that entrypoint" },
    output: { description: "What the workflow returned, any JSON value" },
    error: {
      type: "object",
      description: "Why the run did not succeed; absent after a success",
      properties: {
        code: { type: "string", description: "The kind of failure, for programs" },
        message: { type: "string", description: "What went wrong, for people and models" },
        errCode: {
          type: "number",
          description: "The number that the workflow failed with, for business_error",
        },
      },
      required: ["code", "message"],
    },
  },
  required: ["runId", "status", "entrypointId", "entrypointTitle"],
} as const;
