import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { writeSavedServer } from "../../../src/auth/write_saved_server.ts";
import { findServer } from "../../../src/run/find_server.ts";

Deno.test("findServer() gives URL and key and nothing else, and nothing where there is none", async () => {
  const dirs = { authDir: "/nowhere/auth", desktopConfigDir: "/nowhere/desktop" };
  const env = { WORKFLOW_SERVER_URL: "https://a.example", WORKFLOW_SERVER_ADMIN_KEY: "k" };
  assertEquals(await findServer({ env, ...dirs }), { url: "https://a.example", key: "k" });
  assertEquals(await findServer({ env: {}, ...dirs }), undefined);
});

Deno.test("findServer() tells of a faulty variable, and of a faulty login without the path of this machine", async () => {
  const authDir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  try {
    const dirs = { authDir, desktopConfigDir: authDir };
    const variable = await findServer({ env: { WORKFLOW_SERVER_URL: "x" }, ...dirs });
    assertStringIncludes(
      JSON.stringify(variable),
      "Cannot use WORKFLOW_SERVER_URL in the environment: found",
    );
    const path = join(authDir, "workflow-auth.json");
    await writeSavedServer(path, { url: "https://a.example", key: "k" });
    await Deno.writeTextFile(path, "{");
    assertEquals(await findServer({ env: {}, ...dirs }), {
      fault:
        "Cannot use the saved login of the models' server; `workflow-code auth status` says why and what to do",
    });
  } finally {
    await Deno.remove(authDir, { recursive: true });
  }
});
