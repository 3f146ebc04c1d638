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
import type { Workflow } from "./core/api.ts";
import { workflow as core } from "./core/library.ts";
import { connectMcpServer } from "./connector/connect_mcp_server.ts";
import { createMcpTools } from "./connector/create_mcp_tools.ts";
import { normalizeMcpServers } from "./connector/normalize_mcp_servers.ts";

/** Makes workflows, and connects to MCP servers. */
export const workflow: Workflow = Object.freeze({
  ...core,
  connectMcpServer,
  normalizeMcpServers,
  createMcpTools,
});

export type {
  AgentFinishReason,
  AgentMessage,
  AgentOptions,
  AgentResult,
  AgentStep,
  AgentTool,
  AgentToolCall,
  AgentToolContext,
  AgentToolSet,
  AgentUsage,
  Annotations,
  BooleanParam,
  CheckboxesParam,
  ConnectMcpServerOptions,
  CreateMcpToolsOptions,
  Entrypoint,
  Field,
  Fields,
  FileParam,
  Knowledge,
  KnowledgeDocument,
  KnowledgeInput,
  KnowledgeMatch,
  KvListOptions,
  KvPage,
  KvStore,
  LogFunction,
  ManagedFile,
  McpAgentTool,
  McpApproval,
  McpCallResult,
  McpContent,
  McpInputSchema,
  McpModelOutput,
  McpServerConnection,
  McpServerDefinition,
  McpServerError,
  McpServerErrorCode,
  McpServerLog,
  McpTool,
  McpToolCall,
  McpToolOutput,
  McpToolPolicy,
  McpToolSource,
  NormalizedMcpServer,
  NormalizeMcpServersOptions,
  NumberParam,
  Option,
  Param,
  ParamBase,
  Params,
  PersistentValue,
  PositionalParam,
  RelatedProject,
  ResolvedParam,
  ResolvedParams,
  RunContext,
  RunFiles,
  StepOptions,
  StringParam,
  TextRules,
  TokenUsage,
  Values,
  Workflow,
  WorkflowDefinition,
} from "./core/api.ts";
