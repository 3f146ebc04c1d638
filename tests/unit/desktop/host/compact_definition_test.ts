import { assertEquals } from "@std/assert";
import { toCompactDefinition } from "../../../../src/desktop/host/compact_definition.ts";

const PROJECT = {
  id: "k3f9-x2ab",
  projectId: "11111111-1111-4111-8111-111111111111",
  allowInheritEnv: ["TOKEN"],
};

Deno.test("toCompactDefinition() names the executable and the id, whatever the profile", () => {
  assertEquals(toCompactDefinition(PROJECT, { program: ["/bin/workflow-code"], profile: "work" }), {
    key: "workflow-11111111-1111-4111-8111-111111111111",
    command: "/bin/workflow-code",
    args: ["--workflow-mcp", "k3f9-x2ab"],
    inherited: ["TOKEN"],
  });
});

Deno.test("toCompactDefinition() adds the entry and the profile in development", () => {
  const program = ["/bin/deno", "run", "main.ts"];
  assertEquals(toCompactDefinition(PROJECT, { program, profile: "dev" }).args, [
    "run",
    "main.ts",
    "--workflow-mcp",
    "k3f9-x2ab",
    "--profile",
    "dev",
  ]);
});
