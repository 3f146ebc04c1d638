import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { runJson } from "./harness/project_command.ts";
import { RawServer } from "./harness/raw_server.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

const MIB = 1024 * 1024;

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
const describe = async ({ id, name, size, mediaType, path, text }) => ({ id, name, size, mediaType, path, text: await text() });
export default workflow.define({
  entrypoints: {
    one: { params: { document: { type: "file" } }, run: (_ctx, { document }) => document ? describe(document) : "none" },
    many: {
      params: { documents: { type: "file", multiple: true } },
      run: (_ctx, { documents }) => Promise.all(documents.map(describe)),
    },
    length: {
      params: { document: { type: "file", required: true } },
      async run(_ctx, { document }) {
        const bytes = await document.bytes();
        return [bytes instanceof Uint8Array, bytes.length, readFileSync(document.path).length, basename(document.path)];
      },
    },
    attack: {
      params: { document: { type: "file", required: true } },
      async run(_ctx, { document }) {
        const { path } = document;
        const attempts = {
          write: () => Deno.writeTextFile(path, "changed"),
          open: () => Deno.open(path, { append: true }),
          truncate: () => Deno.truncate(path),
          remove: () => Deno.remove(path),
          rename: () => Deno.rename(path, path + "2"),
          chmod: () => Deno.chmod(path, 0o777),
          node: async () => (await import("node:fs")).writeFileSync(path, "changed"),
          replace: async () => { document.path = "/etc/passwd"; },
        };
        const failures = {};
        for (const [way, attempt] of Object.entries(attempts)) {
          failures[way] = await attempt().then(() => "possible", (error) => error.name);
        }
        return { failures, text: await document.text() };
      },
    },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

/** Makes a file beside the project. */
async function file(name: string, content: string): Promise<string> {
  const path = join(project.root, name);
  await Deno.writeTextFile(path, content);
  return path;
}

async function output(...argv: string[]): Promise<unknown> {
  const { report, stderr } = await runJson(project, argv);
  assertEquals(report.error, null, stderr);
  return report.result.data.output;
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/** Every file below a folder. */
async function list(dir: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    if (isDirectory) paths.push(...await list(join(dir, name)));
    else paths.push(join(dir, name));
  }
  return paths;
}

Deno.test("a run gets content, name, size, media type and SHA-256, at a path that ends with the run", async () => {
  const text = "Zürich 🎉\n";
  const path = await file("Über uns.PDF", text);
  const { path: own, ...rest } = await output("one", `--document=${path}`) as Record<string, string>;
  assertEquals(rest, {
    id: await sha256(text),
    name: "Über uns.PDF",
    size: 13,
    mediaType: "application/pdf",
    text,
  } as unknown as Record<string, string>);
  assert(own !== undefined && own !== path && own.endsWith("Über uns.PDF"));
  await Deno.stat(own).then(() => assert(false, `${own} is still there`), () => {});
});

Deno.test("an optional file that is not given is absent", async () => {
  assertEquals(await output("one"), "none");
});

Deno.test("several files keep their order and names, also the same name, and media types come from the names", async () => {
  await Deno.mkdir(join(project.root, "other"));
  const paths = [
    await file("data.csv", "a,b"),
    await file("other/data.csv", "c,d"),
    await file("-odd name\n.tar.gz", ""),
    await file("README", "no extension"),
    await file("x.unknown", "?"),
    await file("data.csv", "a,b"),
  ];
  const files = await output("many", ...paths.map((path) => `--documents=${path}`)) as Record<
    string,
    unknown
  >[];
  assertEquals(files.map(({ name, mediaType, size, text }) => [name, mediaType, size, text]), [
    ["data.csv", "text/csv", 3, "a,b"],
    ["data.csv", "text/csv", 3, "c,d"],
    ["-odd name\n.tar.gz", "application/gzip", 0, ""],
    ["README", "application/octet-stream", 12, "no extension"],
    ["x.unknown", "application/octet-stream", 1, "?"],
    ["data.csv", "text/csv", 3, "a,b"],
  ]);
});

Deno.test("the same content is stored once, by its hash, for the owner alone, and survives what it was imported from", async () => {
  await using own = await makeProject({
    "workflow.ts": await Deno.readTextFile(join(project.dir, "workflow.ts")),
  });
  const paths = [await file("first.txt", "same"), await file("second.md", "same")];
  const { report } = await runJson(own, ["many", ...paths.map((path) => `--documents=${path}`)]);
  assertEquals((report.result.data.output as { name: string }[]).map(({ name }) => name), [
    "first.txt",
    "second.md",
  ]);
  for (const path of paths) await Deno.remove(path);
  const store = join(own.dataDir, "files");
  const stored = await list(store);
  const id = await sha256("same");
  assertEquals(stored, [join(store, id.slice(0, 2), id)]);
  assertEquals(await Deno.readTextFile(`${stored[0]}`), "same");
  if (Deno.build.os === "windows") return;
  assertEquals(((await Deno.stat(store)).mode ?? 0) & 0o777, 0o700);
  assertEquals(((await Deno.stat(`${stored[0]}`)).mode ?? 0) & 0o222, 0);
});

Deno.test("--file-store-dir is used as it is given", async () => {
  const store = join(project.root, "elsewhere");
  const path = await file("a.txt", "kept elsewhere");
  const { code } = await runJson(project, ["--file-store-dir", store, "one", `--document=${path}`]);
  assertEquals({ code, files: (await list(store)).length }, { code: 0, files: 1 });
});

Deno.test("a run cannot change its file, and the stored copy stays as it is", async () => {
  const path = await file("precious.txt", "precious");
  const { failures, text } = await output("attack", `--document=${path}`) as Record<string, unknown>;
  assertEquals(failures, {
    write: "NotCapable",
    open: "NotCapable",
    truncate: "NotCapable",
    remove: "NotCapable",
    rename: "NotCapable",
    chmod: "NotCapable",
    node: "NotCapable",
    replace: "TypeError",
  });
  assertEquals(text, "precious");
  const id = await sha256("precious");
  const stored = await Deno.readTextFile(join(project.dataDir, "files", id.slice(0, 2), id));
  assertEquals({ stored, original: await Deno.readTextFile(path) }, {
    stored: "precious",
    original: "precious",
  });
});

Deno.test("50 MiB are imported, and a link is imported as the file that it leads to", async () => {
  const path = await file("large.bin", "");
  await Deno.truncate(path, 50 * MIB);
  const link = join(project.root, "link.bin");
  await Deno.symlink("large.bin", link);
  assertEquals(await output("length", `--document=${link}`), [true, 50 * MIB, 50 * MIB, "link.bin"]);
});

interface Rejection {
  readonly what: string;
  /** Makes what is refused and gives its path. */
  readonly make: (project: TempProject) => string | Promise<string>;
  readonly reason: string;
}

const REJECTIONS: readonly Rejection[] = [
  {
    what: "a file of 50 MiB and one byte",
    make: async ({ root }) => {
      const path = join(root, "larger.bin");
      await Deno.writeFile(path, new Uint8Array());
      await Deno.truncate(path, 50 * MIB + 1);
      return path;
    },
    reason: "it has 52428801 bytes or more, at most 52428800 (50 MiB) are accepted",
  },
  { what: "a folder", make: ({ dir }) => dir, reason: "it is a folder, expected a regular file" },
  { what: "a missing file", make: ({ root }) => join(root, "missing"), reason: "there is no such file" },
  {
    what: "a path through a file",
    make: ({ dir }) => join(dir, "workflow.ts", "x"),
    reason: "there is no such file",
  },
  {
    what: "a link to nothing",
    make: async ({ root }) => {
      await Deno.symlink("nothing", join(root, "dangling"));
      return join(root, "dangling");
    },
    reason: "there is no such file",
  },
  {
    what: "a pipe, without waiting for its other end",
    make: async ({ root }) => {
      const path = join(root, "pipe");
      await new Deno.Command("mkfifo", { args: [path] }).output();
      return path;
    },
    reason: "it is a device, pipe or socket, expected a regular file",
  },
  {
    what: "a socket",
    make: async ({ root }) => {
      const path = join(root, "socket");
      // Deno takes its own away when it closes them.
      const script = "socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un($ARGV[0]))";
      await new Deno.Command("perl", { args: ["-MSocket", "-e", script, path] }).output();
      return path;
    },
    reason: "it is a device, pipe or socket, expected a regular file",
  },
  {
    what: "a name that stands for one that is not valid UTF-8",
    make: async ({ root }) => {
      await new Deno.Command("sh", { args: ["-c", `printf x > "$(printf '${root}/bad\\377.txt')"`] })
        .output();
      return join(root, "bad\ufffd.txt");
    },
    reason:
      "there is no such file; the character \ufffd in it often stands for a name that is not valid UTF-8",
  },
  {
    what: "a file of the system that tells of processes",
    make: () => "/proc/self/environ",
    reason: "it may not be read",
  },
  {
    what: "a device",
    make: () => "/dev/zero",
    reason: "it is a device, pipe or socket, expected a regular file",
  },
];

for (const { what, make, reason } of REJECTIONS) {
  Deno.test(`a run that is given ${what} fails as file_rejected before project code runs`, async () => {
    const path = await make(project);
    const { code, report } = await runJson(project, ["one", `--document=${path}`]);
    const { status, error, nodes, params } = report;
    assertEquals({ code, status, code_: error?.code, nodes, params }, {
      code: 1,
      status: "failed",
      code_: "file_rejected",
      nodes: [],
      params: { document: path },
    });
    assertStringIncludes(error?.message ?? "", `Cannot import "${path}" for \`document\`: ${reason}`);
  });
}

Deno.test("a run that is given a file which somebody writes meanwhile fails as file_rejected", async () => {
  const path = await file("growing.log", "x".repeat(20 * MIB));
  using log = await Deno.open(path, { append: true });
  const writing = setInterval(() => log.writeSync(new TextEncoder().encode("more\n")), 1);
  try {
    const { code, report } = await runJson(project, ["one", `--document=${path}`]);
    assertEquals([code, report.error?.code, report.nodes], [1, "file_rejected", []]);
    assertStringIncludes(report.error?.message ?? "", "try again when nobody writes it");
  } finally {
    clearInterval(writing);
  }
});

Deno.test("a client is told -32602 for what is no path, by param and place, and file_rejected for what is no file", async () => {
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  const paths = [
    "a.txt",
    "~/a.txt",
    "https://a.example/a",
    "file:///a",
    "data:text/plain,a",
    "/a\0.txt",
    "/a\udcff.txt",
  ];
  for (const path of paths) {
    const { error, result } = await server.call("many", {
      documents: [join(project.dir, "workflow.ts"), path],
    });
    assertEquals([error?.code, result], [-32602, undefined], path);
    const { faults } = error?.data as { faults: { path: string }[] };
    assertEquals(faults.map((fault) => fault.path), ["documents[1]"]);
    assertStringIncludes(error?.message ?? "", "documents[1] must be the absolute path of a local file");
  }
  for (const path of [project.dir, join(project.root, "nothing"), "/dev/zero"]) {
    const { result } = await server.call("many", { documents: [path] });
    const { runId, status, error } = result.structuredContent;
    assertEquals([result.isError, status, error.code, /^\d{8}-/.test(runId)], [
      true,
      "failed",
      "file_rejected",
      true,
    ]);
    assertStringIncludes(error.message, `Cannot import "${path}" for \`documents\`: `);
  }
});

Deno.test("a file that cannot be imported is told of when the others of its call are imported", async () => {
  const large = join(project.root, "large.bin");
  await Deno.writeFile(large, new Uint8Array(40 * MIB));
  const missing = join(project.root, "missing.txt");
  const { code, report } = await runJson(project, ["many", `--documents=${large}`, `--documents=${missing}`]);
  assertEquals([code, report.error?.code], [1, "file_rejected"]);
  assertStringIncludes(report.error?.message ?? "", "missing.txt");
});

Deno.test("nothing half-imported is left in the store", async () => {
  assertEquals(await list(join(project.dataDir, "files", "incoming")), []);
});

Deno.test("json refuses whatever is no absolute path as wrong usage, each by its place", async () => {
  const paths = [
    "a.txt",
    "./a.txt",
    "~/a.txt",
    "file:///tmp/a.txt",
    "https://example.com/a.txt",
    "aGVsbG8=",
    "",
  ];
  const argv = ["json", project.dir, "--data-dir", project.dataDir, "many"];
  const { code, stdout, stderr } = await runCommand([...argv, ...paths.map((path) => `--documents=${path}`)]);
  assertEquals({ code, stdout }, { code: 2, stdout: "" });
  for (const [index, path] of paths.entries()) {
    const place = `documents[${index}] must be the absolute path of a local file, such as `;
    assertStringIncludes(stderr, place);
    assertStringIncludes(
      stderr.slice(stderr.indexOf(place)),
      path === "" ? "is empty" : JSON.stringify(path),
    );
  }
});
