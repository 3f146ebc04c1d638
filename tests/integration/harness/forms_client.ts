import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { CallResult } from "./connect.ts";
import { executable } from "./executable.ts";
import type { TempProject } from "./temp_project.ts";

/** The official clients, by the era of the protocol that they speak. */
export const FORMS_CLIENTS = ["v1", "v2 legacy", "v2 auto", "v2 modern"] as const;

/** One of {@linkcode FORMS_CLIENTS}. */
export type FormsClientName = typeof FORMS_CLIENTS[number];

/** A form as a client shows it. */
export interface ShownForm {
  readonly message: string;
  // deno-lint-ignore no-explicit-any -- tests look at schemas of every kind
  readonly requestedSchema: any;
}

/** What a person does with a form. */
export interface PersonAnswer {
  readonly action: "accept" | "decline" | "cancel";
  // deno-lint-ignore no-explicit-any -- also what no client should send
  readonly content?: any;
}

/** Options for {@linkcode connectForms}. */
export interface ConnectFormsOptions {
  /** The person. Without it the client declares no elicitation. */
  readonly answer?: (form: ShownForm, signal: AbortSignal) => PersonAnswer | Promise<PersonAnswer>;
  /** @default `{ elicitation: {} }` where there is a person */
  readonly capabilities?: Record<string, unknown>;
  /** More arguments of `mcp`. */
  readonly args?: readonly string[];
}

/** A client that shows forms, connected to the executable. Closed when it is disposed of. */
export interface FormsClient extends AsyncDisposable {
  /** Every form that was shown. */
  readonly forms: readonly ShownForm[];
  /** The names of the tools. */
  list(): Promise<string[]>;
  /** Calls a tool. */
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>;
}

/** How a call is watched and cancelled. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly message?: string | undefined }) => void;
}

/**
 * Connects an official client that can show forms.
 *
 * @param project The project.
 * @param name Which client.
 * @param options The person who answers.
 * @returns The client.
 */
export async function connectForms(
  project: TempProject,
  name: FormsClientName,
  { answer, capabilities = answer ? { elicitation: {} } : {}, args = [] }: ConnectFormsOptions = {},
): Promise<FormsClient> {
  const info = { name: "test", version: "1.0.0" };
  const server = {
    command: executable(),
    args: ["mcp", project.dir, "--data-dir", project.dataDir, ...args],
    stderr: "ignore" as const,
  };
  const forms: ShownForm[] = [];
  const show = async (form: ShownForm, signal: AbortSignal) => {
    forms.push(form);
    // deno-lint-ignore no-explicit-any -- clients check what they are given, and tests give them what is wrong
    return await answer?.(form, signal) as any;
  };
  if (name === "v1") {
    const client = new Client(info, { capabilities });
    if (answer) {
      client.setRequestHandler(
        ElicitRequestSchema,
        ({ params }: { params: unknown }, { signal }: { signal: AbortSignal }) =>
          show(params as ShownForm, signal),
      );
    }
    await client.connect(new StdioClientTransport(server));
    const call = (tool: string, values = {}, options = {}) =>
      client.callTool({ name: tool, arguments: values }, undefined, options) as Promise<unknown> as Promise<
        CallResult
      >;
    return { forms, list: () => listNames(client), call, [Symbol.asyncDispose]: () => client.close() };
  }
  const mode = name === "v2 modern" ? { pin: "2026-07-28" } : name === "v2 auto" ? "auto" : "legacy";
  const client = new ModernClient(info, { capabilities, versionNegotiation: { mode } });
  if (answer) {
    client.setRequestHandler(
      "elicitation/create",
      (request: { params: unknown }, { mcpReq: { signal } }: { mcpReq: { signal: AbortSignal } }) =>
        show(request.params as ShownForm, signal),
    );
  }
  await client.connect(new ModernTransport(server));
  const call = (tool: string, values = {}, options = {}) =>
    client.callTool({ name: tool, arguments: values }, options) as Promise<unknown> as Promise<CallResult>;
  return { forms, list: () => listNames(client), call, [Symbol.asyncDispose]: () => client.close() };
}

async function listNames(
  client: { listTools(): Promise<{ tools: { name: string }[] }> },
): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}
