import { assertEquals, assertStringIncludes } from "@std/assert";
import { toClientForms } from "../../../src/cli/desktop/client_forms.ts";

const DEFINITION = {
  key: "workflow-1",
  command: "/opt/my apps/workflow-code",
  args: ["--workflow-mcp", "k3f9-x2ab"],
  inherited: [],
};

Deno.test("toClientForms() writes each client's own form, and where it goes", async () => {
  const forms = await toClientForms(DEFINITION, { env: { HOME: "/home/me" }, platform: "linux" });
  assertEquals(forms.map(({ name }) => name), ["claude-desktop", "claude-code", "cursor", "vscode", "codex"]);
  const [, code, cursor, vscode, codex] = forms;
  assertEquals(
    code?.text,
    "claude mcp add --scope user workflow-1 -- '/opt/my apps/workflow-code' --workflow-mcp k3f9-x2ab",
  );
  assertEquals(cursor?.where, "Put this into ~/.cursor/mcp.json.");
  assertEquals(JSON.parse(vscode?.text ?? "").servers["workflow-1"].type, "stdio");
  assertStringIncludes(codex?.text ?? "", "[mcp_servers.workflow-1]");
});
