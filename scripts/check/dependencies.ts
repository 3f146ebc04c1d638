/** Why a package is here and who may import it. */
export interface Dependency {
  /** What it does for us that we should not write ourselves. */
  reason: string;
  /** Folders (and files) that may import it, besides `tests`. */
  usedIn: readonly string[];
}

/** Every package in the imports of deno.json. */
export const DEPENDENCIES: Readonly<Record<string, Dependency>> = {
  "@ai-sdk/openai-compatible": {
    reason: "puts the conversations of agents in OpenAI's words, and reads what models answer",
    usedIn: ["src/run"],
  },
  "@modelcontextprotocol/client": {
    reason: "a client of the newest protocol to test the server with",
    usedIn: [],
  },
  "@modelcontextprotocol/sdk": {
    reason: "the client side of MCP for the connector, and a client of the older protocols in tests",
    usedIn: ["src/connector", "scripts/demo.ts", "scripts/bench"],
  },
  "@std/assert": { reason: "assertions of tests, and of the demo", usedIn: ["scripts/demo.ts"] },
  "@std/cli": { reason: "splits the options of the command line", usedIn: ["src/cli", "scripts"] },
  "@std/path": { reason: "paths on every platform", usedIn: ["main.ts", "src", "scripts"] },
  ai: { reason: "shows in tests that tools of MCP servers are plain tools of the AI SDK", usedIn: [] },
  ajv: { reason: "validates arguments against the very schema that was published", usedIn: ["src"] },
  "ajv-formats": {
    reason: "date, email, uri and the other formats for ajv",
    usedIn: ["src/connector", "src/core", "src/params"],
  },
  dotenv: { reason: "reads .env files by the rules that people know", usedIn: ["src/project"] },
  esbuild: {
    reason: "bundles workflow projects, and this program itself",
    usedIn: ["src/project", "scripts"],
  },
  fflate: { reason: "writes the zip archives of a release", usedIn: ["scripts/release"] },
  hono: { reason: "routes and server-rendered pages of the dashboard", usedIn: ["src/desktop/web"] },
  "jsonc-parser": {
    reason:
      "edits clients' configuration in JSON with comments and leaves the rest as it is; names lines of JSON",
    usedIn: ["src/cli/install", "src/project"],
  },
  mime: { reason: "tells a file's media type by its name", usedIn: ["src/store"] },
  "smol-toml": {
    reason: "tells whether a client's configuration in TOML is valid before and after it is edited",
    usedIn: ["src/cli/install"],
  },
  nanotar: { reason: "writes the tar archives of a release", usedIn: ["scripts/release"] },
  "playwright-core": { reason: "drives a real browser in the tests of the dashboard", usedIn: [] },
  "fast-check": { reason: "finds the inputs that hand-written cases miss", usedIn: [] },
};

/**
 * The package of an import.
 *
 * @param specifier Such as `ajv/dist/2020.js` or `@std/cli/parse-args`.
 * @returns Such as `ajv` or `@std/cli`.
 */
export function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
