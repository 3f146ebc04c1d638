import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { join } from "@std/path";
import { DesktopDatabase } from "../../../src/desktop/data/desktop_database.ts";
import type { RecordedRun } from "../../../src/desktop/data/recorded_run.ts";
import type { CallResult } from "./connect.ts";
import type { PersonAnswer } from "./forms_client.ts";
import { eventually } from "./processes.ts";
import { RawServer } from "./raw_server.ts";
import { isAlive } from "./running_command.ts";
import { type CommandResult, runCommand } from "./run_command.ts";
import type { TempProject } from "./temp_project.ts";

/** The definition of a server as clients read it. */
export interface PastedDefinition {
  readonly command: string;
  readonly args: readonly string[];
}

/** A client of a launcher. Its server is ended when it is disposed of. */
export interface LaunchedClient extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number;
  stderr(): string;
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<CallResult>;
}

/** How a {@linkcode LaunchedClient} is connected. */
export interface LaunchOptions {
  /** The person who answers forms; without it the client shows none. */
  readonly answer?: (form: { readonly message: string }) => PersonAnswer | Promise<PersonAnswer>;
  /** Added to what clients hand on. */
  readonly env?: Record<string, string>;
}

/** A person with a home of their own, and a Desktop in it. */
export class TempDesktop {
  /** The environment of the person: what clients hand on to servers, and no more. */
  readonly env: Record<string, string>;
  readonly home: string;

  /** @param project Whose temporary folder also holds the home. */
  constructor(project: TempProject) {
    this.home = join(project.root, "home");
    this.env = { HOME: this.home };
    Deno.mkdirSync(this.home, { recursive: true });
  }

  /** Where the first Desktop keeps its data. */
  get userDataDir(): string {
    return join(this.home, ".local", "share", "workflow-code");
  }

  /** Runs `desktop` with arguments. */
  run(...args: readonly string[]): Promise<CommandResult> {
    return runCommand(["desktop", ...args], { env: { ...this.env, XDG_DATA_HOME: "" } });
  }

  /** Adds a project and gives its Desktop project id. */
  async add(dir: string, ...args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await this.run("add", dir, ...args);
    const id = /\bas (\w{4}-\w{4}), in /.exec(stdout)?.[1];
    if (id === undefined) throw new Error(`Nothing was added: ${stdout}${stderr}`);
    return id;
  }

  /** The definition, parsed from what `desktop definition` prints. */
  async definition(id: string, ...args: readonly string[]): Promise<PastedDefinition> {
    const { stdout } = await this.run("definition", id, ...args);
    const [definition] = Object.values(JSON.parse(stdout).mcpServers);
    return definition as PastedDefinition;
  }

  /** Starts a definition exactly as it is, as a client does. */
  async connect(
    { command, args }: PastedDefinition,
    { answer, env = {} }: LaunchOptions = {},
  ): Promise<LaunchedClient> {
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...this.env, ...env },
      stderr: "pipe",
    });
    let printed = "";
    transport.stderr?.on("data", (chunk: Uint8Array) => printed += new TextDecoder().decode(chunk));
    const client = new Client({ name: "test", version: "1" }, {
      capabilities: answer ? { elicitation: {} } : {},
    });
    if (answer) {
      // deno-lint-ignore no-explicit-any -- the client checks it
      client.setRequestHandler(ElicitRequestSchema, ({ params }: any) => answer(params) as any);
    }
    await client.connect(transport);
    const { pid } = transport;
    if (pid === null) throw new Error("The server ended at once");
    return {
      client,
      pid,
      stderr: () => printed,
      call: async (name, values = {}, options = {}) =>
        await client.callTool({ name, arguments: values }, undefined, options) as CallResult,
      [Symbol.asyncDispose]: async () => {
        const closed = Promise.withResolvers<void>();
        client.onclose = () => closed.resolve();
        // `client.close()` would leave a timer behind, which a test may not.
        if (isAlive(pid)) Deno.kill(pid, "SIGTERM");
        await closed.promise;
      },
    };
  }

  /** Starts the launcher, spoken to in raw bytes. */
  launch(id: string, ...args: readonly string[]): RawServer {
    return new RawServer(["--workflow-mcp", id, ...args], { env: { ...this.env, XDG_DATA_HOME: "" } });
  }

  /** Opens the database that launchers write. */
  database(dir = this.userDataDir): DesktopDatabase {
    return new DesktopDatabase(dir);
  }

  /** Every recorded run, the newest first. */
  runs(dir?: string): RecordedRun[] {
    using database = this.database(dir);
    return database.recentRuns({ limit: 1000 }).runs.map(({ runId }) => database.run(runId)).filter((run) =>
      run !== undefined
    );
  }

  /** Waits until the newest run is as a test wants it. */
  async until(what: string, is: (run: RecordedRun) => boolean): Promise<RecordedRun> {
    let found: RecordedRun | undefined;
    await eventually(what, { ms: 15_000, is: () => (found = this.runs()[0]) !== undefined && is(found) });
    if (!found) throw new Error("There is no run");
    return found;
  }
}
