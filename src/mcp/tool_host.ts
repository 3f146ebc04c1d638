import type { RunService } from "../run/run_service.ts";
import type { WorkflowHost } from "../run/workflow_host.ts";
import type { Journal } from "../store/journal/journal.ts";

/** What calls need of the runs of a host. */
export interface ToolRuns extends Pick<RunService, "answer" | "cancel" | "leaveWaiting"> {
  readonly journal: Pick<Journal, "get" | "pending" | "issueNonce" | "consumeNonce">;
}

/** What calls need of a host. */
export interface ToolHost
  extends Pick<WorkflowHost, "spec" | "entrypoint" | "validate" | "start" | "validateAnswer" | "saveOutput"> {
  readonly project: { readonly manifest: { readonly id: string } };
  readonly runs: ToolRuns;
}
