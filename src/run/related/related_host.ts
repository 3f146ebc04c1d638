import type { EntrypointSpec, ParamValues } from "../../core/spec.ts";
import type { Project } from "../../project/open_project.ts";
import type { RunService } from "../run_service.ts";

/** What related projects need of each other's hosts. */
export interface RelatedHost {
  readonly project: Pick<Project, "dir" | "manifest" | "grants" | "hidesDotEnv">;
  /** Finds an entrypoint; throws a `WorkflowError` `usage` if there is none. */
  entrypoint(id: string): EntrypointSpec;
  /** Checks values; throws a `WorkflowError` `invalid_arguments` if they do not fit. */
  validate(entrypoint: EntrypointSpec, values: unknown): Promise<ParamValues>;
  /** The folder of the files that a run makes. */
  createdDirOf(runId: string): string;
  readonly runs: Pick<
    RunService,
    "start" | "answer" | "resume" | "cancel" | "cancelWaiting" | "leaveWaiting" | "active" | "journal"
  >;
  close(options: { readonly isPatient?: boolean }): Promise<void>;
}
