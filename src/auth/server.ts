/** Where agents reach models: an OpenAI-compatible endpoint. */
export interface Server {
  /** What comes before `/chat/completions`, without a slash at its end. */
  readonly url: string;
  /** Absent for a server that takes none. */
  readonly key?: string;
}

/** Who said where agents reach models. */
export type ServerSource =
  /** `WORKFLOW_SERVER_*` of the environment. */
  | { readonly kind: "environment" }
  /** `WORKFLOW_SERVER_*` of the project's `.env`. */
  | { readonly kind: "dot_env" }
  /** What `workflow-code auth login` saved. */
  | { readonly kind: "login"; readonly path: string }
  /** What Desktop saved. */
  | { readonly kind: "desktop"; readonly path: string };

/** A server, and who said so. URL and key are of one source: a key never goes to a server that somebody else named. */
export interface ResolvedServer extends Server {
  readonly source: ServerSource;
}

/** The variable that names the server. */
export const URL_VARIABLE = "WORKFLOW_SERVER_URL";

/** The variable that has its key. */
export const KEY_VARIABLE = "WORKFLOW_SERVER_ADMIN_KEY";
