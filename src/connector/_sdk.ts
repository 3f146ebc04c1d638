/**
 * The only module that loads the MCP SDK. It is itself only imported when a server is connected to.
 *
 * @module
 */
import { ResultSchema as resultSchema } from "@modelcontextprotocol/sdk/types.js";

export { Client } from "@modelcontextprotocol/sdk/client";

/** The schema of any result. The package has the types of this module under a name that does not run, hence both names. */
export const ResultSchema: typeof import("@modelcontextprotocol/sdk/types").ResultSchema = resultSchema;
