declare const __WORKFLOW_CODE_VERSION__: string | undefined;
declare const __WORKFLOW_CODE_COMMIT__: string | undefined;

/** The version of this executable; `0.0.0-dev` when it runs from source. */
export const VERSION: string = typeof __WORKFLOW_CODE_VERSION__ === "string"
  ? __WORKFLOW_CODE_VERSION__
  : "0.0.0-dev";

/** The commit it was built from; `unknown` when it runs from source. */
export const COMMIT: string = typeof __WORKFLOW_CODE_COMMIT__ === "string"
  ? __WORKFLOW_CODE_COMMIT__
  : "unknown";
