/**
 * What `import { workflow } from "workflow-code"` gives: the one value, and the types of the authoring contract.
 *
 * @example
 * ```ts
 * import { workflow } from "workflow-code";
 *
 * export default workflow.define({
 *   entrypoints: {
 *     main: {
 *       description: "Greets somebody.",
 *       params: { name: { type: "string", required: true } },
 *       run: (_ctx, { name }) => ({ greeting: `Hello ${name}` }),
 *     },
 *   },
 * });
 * ```
 *
 * @module
 */
import type { Workflow } from "./api.ts";
import { define } from "./define.ts";

/** Makes workflows. */
export const workflow: Workflow = Object.freeze({ define });

export type {
  Annotations,
  BooleanParam,
  CheckboxesParam,
  ConnectMcpServerOptions,
  Entrypoint,
  Field,
  Fields,
  FileParam,
  LogFunction,
  ManagedFile,
  McpCallResult,
  McpContent,
  McpServerConnection,
  McpServerDefinition,
  McpServerError,
  McpServerErrorCode,
  McpServerLog,
  McpTool,
  NormalizeMcpServersOptions,
  NormalizedMcpServer,
  NumberParam,
  Option,
  Param,
  ParamBase,
  Params,
  PositionalParam,
  ResolvedParam,
  ResolvedParams,
  RunContext,
  StepOptions,
  StringParam,
  TextRules,
  Values,
  Workflow,
  WorkflowDefinition,
} from "./api.ts";
