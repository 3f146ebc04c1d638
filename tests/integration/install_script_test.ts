import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { sha256 } from "../../scripts/build/sha256.ts";
import { packArchive } from "../../scripts/release/pack_archive.ts";
import { executable } from "./harness/executable.ts";

const SCRIPT = new URL("../../scripts/release/install.sh", import.meta.url);
const ARCHIVE = `workflow-code-${Deno.build.target}.tar.gz`;
const NEW_VERSION = "#!/bin/sh\necho workflow-code 9.9.9\n";

/** A server with a release on it, and a home for whoever installs. */
interface Release extends AsyncDisposable {
  readonly home: string;
  readonly files: Map<string, Uint8Array<ArrayBuffer> | string>;
  install(env?: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }>;
}

async function serveRelease(program: Uint8Array<ArrayBuffer> | string): Promise<Release> {
  const bytes = typeof program === "string" ? new TextEncoder().encode(program) : program;
  const archive = packArchive(
    "workflow-code-1.0.0",
    [{ name: "workflow-code", bytes, isExecutable: true }],
    "tar.gz",
  );
  const files = new Map<string, Uint8Array<ArrayBuffer> | string>([
    [ARCHIVE, archive],
    ["SHA256SUMS", `${await sha256(archive)}  ${ARCHIVE}\n`],
  ]);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const body = files.get(new URL(request.url).pathname.slice(1));
    return body === undefined ? new Response("no such file", { status: 404 }) : new Response(body);
  });
  const home = await Deno.makeTempDir();
  return {
    home,
    files,
    install: async (env = {}) => {
      const output = await new Deno.Command("sh", {
        args: [SCRIPT.pathname],
        clearEnv: true,
        env: {
          PATH: Deno.env.get("PATH") ?? "",
          HOME: home,
          SHELL: "/bin/bash",
          WORKFLOW_CODE_DOWNLOAD_URL: `http://127.0.0.1:${server.addr.port}`,
          ...env,
        },
      }).output();
      const decoder = new TextDecoder();
      return {
        code: output.code,
        stdout: decoder.decode(output.stdout),
        stderr: decoder.decode(output.stderr),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await Deno.remove(home, { recursive: true });
    },
  };
}

Deno.test("install.sh installs the executable, which starts, and puts it on PATH once", async () => {
  await using release = await serveRelease(await Deno.readFile(executable()));
  const first = await release.install();
  assertEquals(first.stderr, "");
  const place = join(release.home, ".local/bin/workflow-code");
  assertMatch(first.stdout, /^workflow-code \d+\.\d+\.\d+ .* is installed: /);
  assertStringIncludes(first.stdout, place);
  const { stdout } = await new Deno.Command(place, { args: ["--version"], clearEnv: true }).output();
  assertMatch(new TextDecoder().decode(stdout), /^workflow-code \d/);
  await release.install();
  const profile = await Deno.readTextFile(join(release.home, ".bashrc"));
  assertEquals(profile, `\n# Workflow Code\nexport PATH="${join(release.home, ".local/bin")}:$PATH"\n`);
  assertEquals([...Deno.readDirSync(join(release.home, ".local/bin"))].map(({ name }) => name), [
    "workflow-code",
  ]);
});

Deno.test("install.sh refuses an archive with another sum and leaves what is installed", async () => {
  await using release = await serveRelease(NEW_VERSION);
  await release.install();
  release.files.set(ARCHIVE, new TextEncoder().encode("something else"));
  const { code, stderr } = await release.install();
  assertEquals(code, 1);
  assertMatch(
    stderr,
    /^Cannot install Workflow Code: the SHA-256 sum of .* is [0-9a-f]{64}, expected [0-9a-f]{64}/,
  );
  assertEquals(await Deno.readTextFile(join(release.home, ".local/bin/workflow-code")), NEW_VERSION);
  assertEquals([...Deno.readDirSync(join(release.home, ".local/bin"))].length, 1);
});

Deno.test("install.sh replaces an older version, in the folder that was asked for, and leaves the profile alone when told", async () => {
  await using release = await serveRelease(NEW_VERSION);
  const dir = join(release.home, "my tools");
  await Deno.mkdir(dir);
  await Deno.writeTextFile(join(dir, "workflow-code"), "old");
  const { code, stdout } = await release.install({
    WORKFLOW_CODE_INSTALL_DIR: dir,
    WORKFLOW_CODE_NO_PATH: "1",
  });
  assertEquals(code, 0);
  assertStringIncludes(stdout, `It is not on your PATH; this puts it there:\n  export PATH="${dir}:$PATH"`);
  assertEquals(await Deno.readTextFile(join(dir, "workflow-code")), NEW_VERSION);
  assertEquals([...Deno.readDirSync(release.home)].map(({ name }) => name), ["my tools"]);
});

const FAULTS: readonly [string, (release: Release) => void, RegExp][] = [
  [
    "sums that do not name the archive",
    (it) => it.files.set("SHA256SUMS", "abc  other.zip\n"),
    /does not name workflow-code-/,
  ],
  [
    "a missing archive",
    (it) => it.files.delete(ARCHIVE),
    /workflow-code-.*\.tar\.gz could not be downloaded/,
  ],
];

for (const [what, breakIt, expected] of FAULTS) {
  Deno.test(`install.sh says what is wrong with ${what}, and installs nothing`, async () => {
    await using release = await serveRelease(NEW_VERSION);
    breakIt(release);
    const { code, stderr } = await release.install();
    assertEquals(code, 1);
    assertMatch(stderr, expected);
    assertEquals([...Deno.readDirSync(join(release.home, ".local/bin"))], []);
  });
}

Deno.test("install.sh does not install an executable that does not start here", async () => {
  await using release = await serveRelease("#!/bin/sh\nexit 1\n");
  const { code, stderr } = await release.install();
  assertEquals([code, stderr], [
    1,
    "Cannot install Workflow Code: the executable does not start on this machine\n",
  ]);
  assertEquals([...Deno.readDirSync(join(release.home, ".local/bin"))], []);
});
