import { WorkflowError } from "../errors.ts";
import { toInputSchema } from "../params/input_schema.ts";
import type { Manifest } from "../project/manifest.ts";
import type { ServerHandlers, Tool } from "./handlers.ts";
import type { RequestStates } from "./request_state.ts";
import { watchRun } from "./run_progress.ts";
import type { ToolHost } from "./tool_host.ts";
import { toTool } from "./tools.ts";

/** What a workflow project is served from. */
export interface WorkflowSource {
  /** The manifest, which alone answers a client's first request. */
  readonly manifest: Promise<Manifest>;
  /** Opens the project, once: called right after the first answer, or by the first request that needs it. */
  readonly open: () => Promise<ToolHost>;
  /** Gives the secret with which forms that are returned to a client are signed; called when the first one is. */
  readonly readStateKey: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Gives the command that answers a run which waits, to be pasted into a terminal. */
  readonly toResumeCommand: (runId: string) => string;
  /** Takes why a store failed, which the client is not told. */
  readonly onStoreFailure: (error: WorkflowError) => void;
  /** Takes calls that are refused before there is a run: what the client sent, and why. @default nobody does */
  readonly onRefused?: ServerHandlers["onRefused"];
}

/**
 * Serves a workflow project: every entrypoint is a tool.
 *
 * @param source The project.
 * @returns The handlers for `serveMcp`.
 */
export function createWorkflowHandlers(
  { manifest, open, readStateKey, toResumeCommand, onStoreFailure, onRefused }: WorkflowSource,
): ServerHandlers {
  let tools: Promise<readonly Tool[]> | undefined;
  const listTools = () =>
    tools ??= open().then(({ spec }) => spec.entrypoints.map((one) => toTool(one, toInputSchema(one))));
  let states: RequestStates | undefined;
  return {
    identity: async () => {
      const { id, name, version } = await manifest;
      return { name: `workflow-${id}`, version, title: name };
    },
    listTools,
    callTool: async (name, args, call) => {
      // What runs and asks is not needed for the first answer, which has to come at once.
      const [host, { ToolRun }, { RequestStates }] = await Promise.all([
        open(),
        import("./tool_run.ts"),
        import("./request_state.ts"),
      ]);
      states ??= new RequestStates({ readKey: readStateKey });
      using watch = watchRun(call.progress);
      const run = new ToolRun({
        host,
        entrypoint: host.entrypoint(name),
        args,
        call,
        watch,
        states,
        toResumeCommand,
      });
      try {
        return call.retry ? await run.goOn(call.retry) : await run.begin();
      } catch (error) {
        if (error instanceof WorkflowError && error.code === "store_failed") onStoreFailure(error);
        const isRefusal = error instanceof WorkflowError && error.code === "invalid_arguments";
        if (isRefusal && !call.retry) onRefused?.({ name, arguments: args }, error);
        throw error;
      }
    },
    ...(onRefused ? { onRefused } : {}),
    onFirstAnswer: () => void listTools().catch(() => {}),
  };
}
