import type { McpServerError as McpServerErrorContract, McpServerErrorCode } from "../core/api.ts";

/**
 * Which rule was broken, the stable part of an {@linkcode McpServerError} that tells more than its code.
 *
 * The first group is of `invalid_definition`, the second of `handshake_failed` and `server_exited`.
 */
export type McpServerErrorReason =
  | "servers_not_a_list"
  | "too_many_servers"
  | "definition_not_an_object"
  | "unreadable"
  | "unknown_key"
  | "id_malformed"
  | "id_repeated"
  | "command_not_a_list"
  | "command_empty"
  | "command_argument_malformed"
  | "command_not_absolute"
  | "environment_not_an_object"
  | "environment_key_malformed"
  | "environment_key_inheritable"
  | "environment_value_malformed"
  | "credential_in_environment"
  | "loader_in_environment"
  | "inherit_not_a_list"
  | "inherited_key_malformed"
  | "inherited_key_not_allowed"
  | "inherited_key_not_set"
  | "timeout_out_of_range"
  | "options_not_an_object"
  | "allowed_keys_malformed"
  | "env_not_an_object"
  | "connection_malformed"
  | "not_granted"
  //
  | "refused_by_server"
  | "unsupported_answer"
  | "repeated_tool"
  | "endless_list"
  | "answer_too_long"
  | "output_closed"
  | "input_closed";

/** One broken rule of a definition. */
export interface McpServerFault {
  /** The faulty key, such as `servers[1].environment.API_KEY`. */
  readonly path: string;
  /** Which rule. */
  readonly reason: McpServerErrorReason;
  /** What was found and what was expected, for people. */
  readonly message: string;
}

/** Options for {@linkcode McpServerError}. */
export interface McpServerErrorOptions {
  /** The faulty key. */
  readonly path?: string;
  /** Which rule was broken. */
  readonly reason?: McpServerErrorReason;
  /** Every broken rule, where there may be several. */
  readonly faults?: readonly McpServerFault[];
}

/**
 * Whatever fails about an MCP server. It never has a `cause`: what a server or a system call said may hold a value that must
 * not be shown, so what is worth knowing of it is in the message, with such values replaced.
 */
export class McpServerError extends Error implements McpServerErrorContract {
  override readonly name = "McpServerError";
  /** What kind of failure it is. */
  readonly code: McpServerErrorCode;
  /** The faulty key; for `invalid_definition`. */
  readonly path: string | undefined;
  /** Which rule was broken, where the code alone does not tell. */
  readonly reason: McpServerErrorReason | undefined;
  /** Every broken rule, for `invalid_definition`; else empty. */
  readonly faults: readonly McpServerFault[];

  constructor(code: McpServerErrorCode, message: string, options: McpServerErrorOptions = {}) {
    super(message);
    this.code = code;
    this.path = options.path;
    this.reason = options.reason;
    this.faults = options.faults ?? [];
  }
}
