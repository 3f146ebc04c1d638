import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TempDesktop } from "./harness/desktop.ts";
import { executable } from "./harness/executable.ts";
import { isAlive } from "./harness/running_command.ts";
import { eventually, executorsOf } from "./harness/processes.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

/** A dashboard that is served; killed when it is disposed of. */
class Served implements AsyncDisposable {
  readonly desktop: TempDesktop;
  readonly #child: Deno.ChildProcess;
  readonly #stderr: Promise<string>;
  readonly #lines: ReadableStreamDefaultReader<string>;

  /**
   * @param project Whose temporary folder has the person's home.
   * @param options Where programs are, for one that opens a browser.
   */
  constructor(project: TempProject, { path }: { readonly path?: string } = {}) {
    this.desktop = new TempDesktop(project);
    this.#child = new Deno.Command(executable(), {
      args: path === undefined ? ["desktop", "--no-open"] : ["desktop"],
      env: { ...this.desktop.env, XDG_DATA_HOME: "", ...(path === undefined ? {} : { PATH: path }) },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#stderr = new Response(this.#child.stderr).text();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** The address that it prints. */
  async url(): Promise<URL> {
    return new URL((await this.#lines.read()).value?.trim() ?? "");
  }

  /** Lets a person in who looks at a project. */
  async letIn(id: string): Promise<HttpVisitor> {
    const url = await this.url();
    const headers = { ...await letIn(url), origin: url.origin };
    const { text } = await textOf(new URL("/settings", url), { headers });
    return new HttpVisitor(id, { url, headers, csrf: /name="csrf" value="(\w+)"/.exec(text)?.[1] ?? "" });
  }

  /** Ends it as a person would, with what it has left to say. */
  async end(): Promise<{ code: number; stderr: string }> {
    this.#child.kill("SIGINT");
    return { code: (await this.#child.status).code, stderr: await this.#stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (isAlive(this.pid)) this.#child.kill("SIGKILL");
    await Promise.all([this.#child.status, this.#stderr, this.#lines.cancel().catch(() => {})]);
  }
}

/** A person whom the dashboard has let in, without a browser. */
class HttpVisitor {
  /** The project that the person looks at. */
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly #url: URL;
  readonly #csrf: string;

  constructor(
    id: string,
    { url, headers, csrf }: { url: URL; headers: Record<string, string>; csrf: string },
  ) {
    this.id = id;
    this.headers = headers;
    this.#url = url;
    this.#csrf = csrf;
  }

  at(path: string): URL {
    return new URL(path, this.#url);
  }

  /** Gives the text of a page. */
  async get(path: string): Promise<string> {
    return (await textOf(this.at(path), { headers: this.headers })).text;
  }

  /** Sends a form. */
  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ csrf: this.#csrf, ...fields });
    const response = await fetch(this.at(path), {
      method: "POST",
      headers: this.headers,
      body,
      redirect: "manual",
    });
    await response.body?.cancel();
    return response;
  }
}

/** Takes the printed address as a browser does, and gives what lets it in. */
async function letIn(url: URL): Promise<{ cookie: string }> {
  const response = await fetch(url, { redirect: "manual" });
  await response.body?.cancel();
  return { cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

async function textOf(url: URL, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

Deno.test("`desktop` prints an address that lets in, on this machine only, and ends with Ctrl+C", async () => {
  await using project = await makeMain("return {};");
  await using served = new Served(project);
  const url = await served.url();
  assertMatch(url.href, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{48}$/);
  assertEquals((await textOf(new URL("/", url))).status, 403);
  const headers = await letIn(url);
  assertEquals((await textOf(new URL("/", url), { headers })).status, 200);
  const listening = new TextDecoder().decode(
    new Deno.Command("cat", { args: ["/proc/net/tcp", "/proc/net/tcp6"] }).outputSync().stdout,
  );
  const port = Number(url.port).toString(16).toUpperCase().padStart(4, "0");
  const bound = listening.split("\n").filter((line) => / 0A /.test(line) && line.includes(`:${port} `));
  assertEquals(bound.map((line) => line.trim().split(/\s+/)[1]), [`0100007F:${port}`]);
  // A page that is open does not keep it.
  const stream = await fetch(new URL("/events", url), { headers });
  const started = Date.now();
  const { code, stderr } = await served.end();
  assertEquals(code, 0);
  assert(Date.now() - started < 3000);
  assertStringIncludes(stderr, "this machine only");
  await stream.body?.cancel().catch(() => {});
});

Deno.test("`desktop` runs what its form is given, and leaves no process behind", async () => {
  await using project = await makeMain("console.log('hi'); return { got: values.name };", {
    params: '{ name: { type: "string", required: true } }',
  });
  await using served = new Served(project);
  const visitor = await served.letIn(await served.desktop.add(project.dir));
  const path = `/projects/${visitor.id}/run`;
  const response = await visitor.post(path, { entrypoint: "main", do: "run", "value.name": "Ada" });
  assertEquals(response.status, 303);
  const run = await served.desktop.until("the run has succeeded", ({ status }) => status === "success");
  assertEquals(response.headers.get("location"), `/runs/${run.runId}`);
  assertEquals([run.source, run.report?.result.data.output], ["dashboard", { got: "Ada" }]);
  const executors = executorsOf(served.pid);
  assert(executors.length > 0);
  assertEquals((await served.end()).code, 0);
  assertEquals(executors.filter(isAlive), []);
});

Deno.test("a secret that is given to a waiting run is on no page, whatever the workflow prints", async () => {
  await using project = await makeMain(`
    const { pin } = await ctx.ask("pin", {
      message: "The PIN?",
      fields: { pin: { type: "string", secret: true, required: true } },
    });
    console.log("the PIN is " + pin);
    return { length: pin.length };`);
  await using served = new Served(project);
  const visitor = await served.letIn(await served.desktop.add(project.dir));
  await visitor.post(`/projects/${visitor.id}/run`, { entrypoint: "main", do: "run" });
  const { runId } = await served.desktop.until(
    "the run waits",
    ({ status }) => status === "waiting_for_input",
  );
  assertStringIncludes(await visitor.get(`/runs/${runId}`), "The PIN?");
  const [, key = ""] = /name="key" value="([^"]+)"/.exec(await visitor.get(`/runs/${runId}`)) ?? [];
  await visitor.post(`/runs/${runId}/answer`, { key, do: "accept", "value.pin": "hunter2-4711" });
  await served.desktop.until("the run has succeeded", ({ status }) => status === "success");
  for (const tab of ["", "/diagram", "/logs", "/input", "/output.json"]) {
    assertEquals((await visitor.get(`/runs/${runId}${tab}`)).includes("4711"), false, tab);
  }
  assertStringIncludes(await visitor.get(`/runs/${runId}/logs`), "the PIN is ***");
});

Deno.test("a file that a run has made can be downloaded from its Output tab", async () => {
  await using project = await makeMain(
    'return { report: (await ctx.files.create("report.html", "<b>made</b>")).path };',
  );
  await using served = new Served(project);
  const visitor = await served.letIn(await served.desktop.add(project.dir));
  await visitor.post(`/projects/${visitor.id}/run`, { entrypoint: "main", do: "run" });
  const { runId } = await served.desktop.until("the run has succeeded", ({ status }) => status === "success");
  const [, href = ""] = /href="([^"]+\/files\/[^"]+)"/.exec(await visitor.get(`/runs/${runId}`)) ?? [];
  const response = await fetch(visitor.at(href), { headers: visitor.headers });
  assertEquals(await response.text(), "<b>made</b>");
  assertStringIncludes(
    response.headers.get("content-disposition") ?? "",
    'attachment; filename="report.html"',
  );
});

Deno.test("`desktop` says so when its port is taken", async () => {
  await using project = await makeMain("return {};");
  using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = other.addr as Deno.NetAddr;
  const desktop = new TempDesktop(project);
  const { code, stderr, stdout } = await desktop.run("--no-open", "--port", String(port));
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, `Cannot serve the dashboard on port ${port}`);
});

Deno.test("`desktop` refuses a port that is none", async () => {
  await using project = await makeMain("return {};");
  const { code, stderr } = await new TempDesktop(project).run("--port", "80");
  assertEquals(code, 2);
  assertStringIncludes(stderr, '--port must be a whole number from 1024 to 65535, found "80"');
});

Deno.test({
  name: "`desktop` starts the browser with an address that lets in once",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using project = await makeMain("return {};");
    const opened = `${project.root}/opened`;
    await Deno.mkdir(`${project.root}/bin`);
    await Deno.writeTextFile(`${project.root}/bin/xdg-open`, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, {
      mode: 0o755,
    });
    await using served = new Served(project, { path: `${project.root}/bin:/usr/bin:/bin` });
    const url = await served.url();
    const isThere = () => Deno.stat(opened).then(({ size }) => size > 0, () => false);
    await eventually("the browser is started", { ms: 5_000, is: isThere });
    const address = await Deno.readTextFile(opened);
    assertEquals(new URL(address).origin, url.origin);
    const statuses: number[] = [];
    for (const one of [address, address, url]) {
      const response = await fetch(one, { redirect: "manual" });
      await response.body?.cancel();
      statuses.push(response.status);
    }
    assertEquals(statuses, [303, 403, 303]);
  },
});
