import { fromFileUrl } from "@std/path";

/** The executable that is measured: `WORKFLOW_CODE_BIN`, else the one in dist. */
export const EXECUTABLE: string = Deno.env.get("WORKFLOW_CODE_BIN") ??
  fromFileUrl(new URL("../../../dist/workflow-code", import.meta.url));
