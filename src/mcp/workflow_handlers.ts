import { encodeArgs } from "../params/encode_args.ts";
import { toInputSchema } from "../params/input_schema.ts";
import type { Manifest } from "../project/manifest.ts";
import type { WorkflowHost } from "../run/workflow_host.ts";
import type { ServerHandlers, Tool } from "./handlers.ts";
import { toToolResult } from "./result.ts";
import { watchRun } from "./run_progress.ts";
import { toTool } from "./tools.ts";

/** What a workflow project is served from. */
export interface WorkflowSource {
  /** The manifest, which alone answers a client's first request. */
  readonly manifest: Promise<Manifest>;
  /** Opens the project, once: called right after the first answer, or by the first request that needs it. */
  readonly open: () => Promise<WorkflowHost>;
}

/**
 * Serves a workflow project: every entrypoint is a tool.
 *
 * @param source The project.
 * @returns The handlers for `serveMcp`.
 */
export function createWorkflowHandlers({ manifest, open }: WorkflowSource): ServerHandlers {
  let tools: Promise<readonly Tool[]> | undefined;
  const listTools = () =>
    tools ??= open().then(({ spec }) => spec.entrypoints.map((one) => toTool(one, toInputSchema(one))));
  return {
    identity: async () => {
      const { id, name, version } = await manifest;
      return { name: `workflow-${id}`, version, title: name };
    },
    listTools,
    callTool: async (name, args, call) => {
      const host = await open();
      const entrypoint = host.entrypoint(name);
      const values = await host.validate(entrypoint, args);
      using watch = watchRun(call.progress);
      const options = { signal: call.signal, onEvent: watch.onEvent };
      return toToolResult(await host.run(entrypoint, encodeArgs(entrypoint, values), options));
    },
    onFirstAnswer: () => void listTools().catch(() => {}),
  };
}
