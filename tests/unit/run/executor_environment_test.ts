import { assertEquals } from "@std/assert";
import { executorEnvironment } from "../../../src/run/executor_environment.ts";

Deno.test("executorEnvironment() passes on names without capability, in any case of letters, and nothing else", () => {
  const hostEnv = {
    https_proxy: "http://proxy",
    LC_ALL: "C",
    TZ: "UTC",
    PATH: "/bin",
    GITHUB_TOKEN: "secret",
  };
  const { MALLOC_ARENA_MAX: _, ...passedOn } = executorEnvironment(hostEnv);
  assertEquals(passedOn, { https_proxy: "http://proxy", LC_ALL: "C", TZ: "UTC" });
});

Deno.test("executorEnvironment() keeps the memory of ended workers small, whatever the host's own setting", () => {
  assertEquals(executorEnvironment({ MALLOC_ARENA_MAX: "64" }), { MALLOC_ARENA_MAX: "2" });
});
