import { join } from "@std/path";
import { executable } from "./executable.ts";
import type { TempProject } from "./temp_project.ts";

const PACKAGE = "@modelcontextprotocol/inspector@2.12.0";

/** What the Inspector said. */
export interface Inspected {
  readonly code: number;
  // deno-lint-ignore no-explicit-any -- tests look at results of every kind
  readonly result: any;
  readonly stderr: string;
}

/** MCP Inspector, installed with npm in a temporary folder, which is removed when it is disposed of. It needs Node. */
export class Inspector implements AsyncDisposable {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** Installs it. */
  static async install(): Promise<Inspector> {
    const dir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
    const npm = Deno.build.os === "windows" ? "npm.cmd" : "npm";
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"];
    const { code, stderr } = await run(npm, ["install", "--prefix", dir, ...flags, PACKAGE], dir);
    if (code !== 0) throw new Error(`Cannot install ${PACKAGE}: ${stderr}`);
    return new Inspector(dir);
  }

  /**
   * Asks a server in CLI mode.
   *
   * @param project The project that is served.
   * @param args What to ask: `--method` and its options.
   * @returns What came of it.
   */
  async ask({ dir, dataDir }: TempProject, args: readonly string[]): Promise<Inspected> {
    const script = join(
      this.#dir,
      "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    );
    const server = [executable(), "mcp", dir, "--data-dir", dataDir];
    const { code, stdout, stderr } = await run(
      "node",
      [script, "--cli", ...server, ...args, "--format", "json"],
      this.#dir,
    );
    return { code, result: stdout === "" ? undefined : JSON.parse(stdout).result, stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#dir, { recursive: true });
  }
}

async function run(
  command: string,
  args: readonly string[],
  dir: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd: dir,
    // Else it keeps its catalog of servers in the home folder.
    env: { MCP_CATALOG_PATH: join(dir, "catalog.json"), NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
