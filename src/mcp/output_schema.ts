/**
 * The schema of what every tool returns in `structuredContent`, after a success and after a failure alike: some clients
 * check both against it. Single types only and no alternatives, since several clients take no others; `output` may be any
 * JSON, so it has no type, and a description only because validators of schemas warn of an empty one.
 */
export const OUTPUT_SCHEMA = {
  type: "object",
  properties: {
    runId: { type: "string", description: "Names this run" },
    status: {
      type: "string",
      description:
        "What the run came to: success, failed, cancelled or timeout; waiting_for_input while it waits",
    },
    entrypointId: { type: "string", description: "The entrypoint that ran, which is the tool's name" },
    entrypointTitle: { type: "string", description: "The title of that entrypoint" },
    output: { description: "What the workflow returned, any JSON value; null where outputFile has it" },
    outputFile: {
      type: "string",
      description: "The absolute path of the JSON file with an output that is too large for a message",
    },
    outputBytes: { type: "number", description: "The size of outputFile in bytes" },
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
        fields: {
          type: "array",
          description: "What a person is asked for, for interaction_required",
          items: {
            type: "object",
            properties: {
              name: { type: "string", description: "The name of the field" },
              type: { type: "string", description: "What kind of value it takes" },
              title: { type: "string", description: "Its name for people" },
              description: { type: "string", description: "What it means" },
              required: { type: "boolean", description: "Whether it has to be filled in" },
              multiple: { type: "boolean", description: "Whether it takes several values" },
              secret: { type: "boolean", description: "Whether its value is never shown" },
              options: {
                type: "array",
                description: "The only values that it takes",
                items: {
                  type: "object",
                  properties: {
                    value: { description: "The value, a text or a number" },
                    label: { type: "string", description: "What people read for it" },
                  },
                  required: ["value"],
                },
              },
            },
            required: ["name", "type", "required"],
          },
        },
      },
      required: ["code", "message"],
    },
  },
  required: ["runId", "status", "entrypointId", "entrypointTitle"],
} as const;
