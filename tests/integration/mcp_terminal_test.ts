import { assertEquals, assertStringIncludes } from "@std/assert";
import { executable } from "./harness/executable.ts";
import { makeMain, PROJECT_ID } from "./harness/temp_project.ts";
import { TerminalCommand } from "./harness/terminal_command.ts";

const project = await makeMain("return 1;");
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

Deno.test({
  name: "mcp at a terminal says what it is and what to paste, and serves all the same",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using command = new TerminalCommand(["mcp", project.dir, "--data-dir", project.dataDir]);
    await command.type(/It is serving now/, `{"jsonrpc":"2.0","id":1,"method":"ping"}\n\x04`);
    const { code, stdout, screen } = await command.result();
    assertEquals([code, JSON.parse(stdout)], [0, { jsonrpc: "2.0", id: 1, result: {} }]);
    assertStringIncludes(screen, "This is the MCP server of test-project 1.2.3.");
    assertStringIncludes(screen, `workflow-code install claude-code ${project.dir}\n`);
    const definition = JSON.parse(screen.slice(screen.indexOf("{\n"), screen.indexOf("\n}\n") + 2));
    assertEquals(definition, {
      mcpServers: {
        [`workflow-${PROJECT_ID}`]: {
          command: executable(),
          args: ["mcp", project.dir, "--data-dir", project.dataDir],
        },
      },
    });
  },
});
