import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { resolveServer, type ResolveServerOptions } from "../../../src/auth/resolve_server.ts";
import { writeSavedServer } from "../../../src/auth/write_saved_server.ts";
import { WorkflowError } from "../../../src/errors.ts";

const URL_OF = {
  env: "https://environment.example/v1",
  dotEnv: "https://dotenv.example/v1",
  login: "https://login.example/v1",
  desktop: "https://desktop.example/v1",
};

/** Makes all four sources, each with its own key, and resolves with some of them taken away. */
async function resolve(
  without: readonly (keyof typeof URL_OF)[],
  change: Partial<Pick<ResolveServerOptions, "env" | "dotEnv">> = {},
): Promise<[url: string, key: string | undefined, kind: string] | undefined> {
  const root = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  const [authDir, desktopConfigDir] = [join(root, "auth"), join(root, "desktop")];
  const variables = (from: "env" | "dotEnv") =>
    without.includes(from)
      ? {}
      : { WORKFLOW_SERVER_URL: URL_OF[from], WORKFLOW_SERVER_ADMIN_KEY: `key-of-${from}` };
  try {
    if (!without.includes("login")) {
      await writeSavedServer(join(authDir, "workflow-auth.json"), { url: URL_OF.login, key: "key-of-login" });
    }
    if (!without.includes("desktop")) {
      const path = join(desktopConfigDir, "desktop-auth.json");
      await writeSavedServer(path, { url: URL_OF.desktop, key: "key-of-desktop" });
    }
    const found = await resolveServer({
      env: change.env ?? variables("env"),
      dotEnv: change.dotEnv ?? variables("dotEnv"),
      authDir,
      desktopConfigDir,
    });
    return found && [found.url, found.key, found.source.kind];
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("resolveServer() takes the environment, then .env, then the saved login, then Desktop's", async () => {
  assertEquals(await resolve([]), [URL_OF.env, "key-of-env", "environment"]);
  assertEquals(await resolve(["env"]), [URL_OF.dotEnv, "key-of-dotEnv", "dot_env"]);
  assertEquals(await resolve(["env", "dotEnv"]), [URL_OF.login, "key-of-login", "login"]);
  assertEquals(await resolve(["env", "dotEnv", "login"]), [URL_OF.desktop, "key-of-desktop", "desktop"]);
  assertEquals(await resolve(["env", "dotEnv", "login", "desktop"]), undefined);
});

// Anybody may ship a project with a `.env`: whoever runs it would else hand his own key to the server that it names.
Deno.test("resolveServer() never sends the key of the environment or a login to the server that a project's .env names", async () => {
  const dotEnv = { WORKFLOW_SERVER_URL: "https://stranger.example" };
  const env = { WORKFLOW_SERVER_ADMIN_KEY: "key-of-env" };
  assertEquals(await resolve([], { env, dotEnv }), ["https://stranger.example", undefined, "dot_env"]);
});

Deno.test("resolveServer() never sends the key of .env to the server that the environment names", async () => {
  const env = { WORKFLOW_SERVER_URL: URL_OF.env };
  assertEquals(await resolve([], { env }), [URL_OF.env, undefined, "environment"]);
});

Deno.test("resolveServer() passes over a key without a URL", async () => {
  const key = { WORKFLOW_SERVER_ADMIN_KEY: "lone" };
  assertEquals(await resolve([], { env: key, dotEnv: key }), [URL_OF.login, "key-of-login", "login"]);
});

Deno.test("resolveServer() takes empty variables for unset, and blanks around values for none", async () => {
  const env = { WORKFLOW_SERVER_URL: "", WORKFLOW_SERVER_ADMIN_KEY: "" };
  assertEquals(await resolve(["dotEnv"], { env }), [URL_OF.login, "key-of-login", "login"]);
  const padded = { WORKFLOW_SERVER_URL: " https://a.example/v1/ ", WORKFLOW_SERVER_ADMIN_KEY: "k\n" };
  assertEquals(await resolve([], { env: padded }), ["https://a.example/v1", "k", "environment"]);
});

Deno.test("resolveServer() refuses a fault of the source that counts, names it and shows no key", async () => {
  const bad = { WORKFLOW_SERVER_URL: "models.example", WORKFLOW_SERVER_ADMIN_KEY: "s3cret" };
  const url = await assertRejects(() => resolve([], { env: bad }), WorkflowError);
  assertEquals(url.code, "usage");
  assertStringIncludes(
    url.message,
    'WORKFLOW_SERVER_URL in the environment: found "models.example", expected',
  );
  const key = await assertRejects(
    () =>
      resolve(["env"], {
        dotEnv: { ...bad, WORKFLOW_SERVER_URL: URL_OF.dotEnv, WORKFLOW_SERVER_ADMIN_KEY: "s3 cret" },
      }),
    WorkflowError,
  );
  assertEquals(key.code, "invalid_project");
  assertStringIncludes(key.message, "WORKFLOW_SERVER_ADMIN_KEY in the project's .env: it has a blank");
  assertEquals([url, key].filter(({ message }) => message.includes("cret")), []);
});
