import type { DesktopDatabase } from "../data/desktop_database.ts";
import type { DesktopProject } from "../data/desktop_project.ts";
import type { UserData } from "../data/user_data.ts";
import type { DesktopHosts } from "../host/desktop_hosts.ts";
import type { ClientForm } from "./view.ts";

/** Runs workflows for the dashboard: what it needs of `DesktopHosts`. Methods throw a `WorkflowError` whose message is for people. */
export type DashboardHosts = Pick<
  DesktopHosts,
  "spec" | "start" | "answer" | "resume" | "pending" | "cancel" | "resolveParams"
>;

/** Adds and removes projects. */
export interface DashboardRegistry {
  /** Adds the project in a folder, with nothing granted; one that has moved keeps its id. */
  add(dir: string): Promise<DesktopProject>;
  remove(project: DesktopProject): Promise<void>;
}

/** How a project is given to AI clients. */
export interface ProjectDefinitions {
  /** The compact definition, as JSON. */
  readonly definition: string;
  readonly clients: readonly ClientForm[];
}

/** What the dashboard shows and acts on. */
export interface Dashboard {
  readonly database: DesktopDatabase;
  readonly hosts: DashboardHosts;
  readonly registry: DashboardRegistry;
  readonly define: (project: DesktopProject) => Promise<ProjectDefinitions>;
  readonly userData: UserData;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Takes what went wrong and is no page's to tell. */
  readonly onFault: (error: unknown) => void;
}
