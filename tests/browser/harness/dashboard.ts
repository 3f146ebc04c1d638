import { executable } from "../../integration/harness/executable.ts";
import { TempDesktop } from "../../integration/harness/desktop.ts";
import { makeProject, type TempProject } from "../../integration/harness/temp_project.ts";

const WORKFLOW = `import { workflow } from "workflow-code";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export default workflow.define({
  entrypoints: {
    greet: {
      title: "Greet somebody",
      params: {
        name: { type: "string", required: true, maxLength: 40, description: "Whom to greet" },
        times: { type: "number", default: 1 },
        also: { type: "string", multiple: true },
        code: { type: "string", pattern: "^[a-z]+$" },
      },
      async run(ctx, { name, times, also }) {
        await ctx.step("prepare", async () => {
          console.log("printed to stdout");
          console.error("printed to stderr");
          await pause(500);
        });
        const rows = await ctx.step("write", () => [name, ...also].map((who) => ({ who, greeting: "Hello " + who, times })));
        ctx.log.warn("one warning");
        return { rows, note: "Written for " + name };
      },
    },
    wait: {
      title: "Wait for long",
      async run(ctx) {
        await ctx.step("wait", () => pause(60_000));
      },
    },
    talk: {
      title: "Talk about something that takes a title of many words to be told ".repeat(3),
      async run() {},
    },
    pay: {
      title: "Pay somebody",
      params: { amount: { type: "number", required: true } },
      async run(ctx, { amount }) {
        const { account } = await ctx.ask("account", {
          message: "Which account pays " + amount + "?",
          fields: { account: { type: "string", options: ["travel", "general"], required: true } },
        });
        const { approved, reason } = await ctx.approve("sure", { title: "Pay " + amount + " from " + account + "?" });
        return { approved, reason: reason ?? null, account };
      },
    },
  },
});
`;

/** A person's Desktop with its dashboard running. Everything ends when it is disposed of. */
export class TestDashboard implements AsyncDisposable {
  readonly project: TempProject;
  readonly desktop: TempDesktop;
  /** The address that it has printed. */
  readonly url: string;
  readonly #child: Deno.ChildProcess;
  readonly #stderr: Promise<string>;

  private constructor(
    project: TempProject,
    { desktop, url, child, stderr }: {
      desktop: TempDesktop;
      url: string;
      child: Deno.ChildProcess;
      stderr: Promise<string>;
    },
  ) {
    this.project = project;
    this.desktop = desktop;
    this.url = url;
    this.#child = child;
    this.#stderr = stderr;
  }

  /** Makes a project and starts the dashboard of an empty Desktop. */
  static async start(): Promise<TestDashboard> {
    const project = await makeProject({ "workflow.ts": WORKFLOW });
    const desktop = new TempDesktop(project);
    const child = new Deno.Command(executable(), {
      args: ["desktop", "--no-open"],
      env: { ...desktop.env, XDG_DATA_HOME: "" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const stderr = new Response(child.stderr).text();
    return new TestDashboard(project, { desktop, child, stderr, url: await readLine(child.stdout) });
  }

  /** The address of a page, for a browser that was let in. */
  at(path: string): string {
    return new URL(path, this.url).href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
    await this.#stderr;
    await this.project[Symbol.asyncDispose]();
  }
}

async function readLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error(`The dashboard ended at once: ${text}`);
}
