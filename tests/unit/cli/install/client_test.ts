import { assertEquals, assertThrows } from "@std/assert";
import { CLIENT_NAMES, CLIENTS, findClient, type Place } from "../../../../src/cli/install/client.ts";
import { WorkflowError } from "../../../../src/errors.ts";

const LINUX: Place = { platform: "linux", env: { HOME: "/home/me" } };
const MAC: Place = { platform: "darwin", env: { HOME: "/Users/me" } };
const WINDOWS: Place = { platform: "windows", env: { USERPROFILE: "C:\\Users\\me", HOME: "/ignored" } };

const FILES: readonly [where: string, place: Place, files: readonly string[]][] = [
  ["Linux", LINUX, [
    "/home/me/.config/Claude/claude_desktop_config.json",
    "/home/me/.claude.json",
    "/home/me/.cursor/mcp.json",
    "/home/me/.config/Code/User/mcp.json",
    "/home/me/.codex/config.toml",
  ]],
  ["macOS", MAC, [
    "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
    "/Users/me/.claude.json",
    "/Users/me/.cursor/mcp.json",
    "/Users/me/Library/Application Support/Code/User/mcp.json",
    "/Users/me/.codex/config.toml",
  ]],
  ["Windows", WINDOWS, [
    "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    "C:\\Users\\me\\.claude.json",
    "C:\\Users\\me\\.cursor\\mcp.json",
    "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json",
    "C:\\Users\\me\\.codex\\config.toml",
  ]],
  ["Linux with folders of one's own", {
    platform: "linux",
    env: { HOME: "/home/me", XDG_CONFIG_HOME: "/x", CODEX_HOME: "/c", CLAUDE_CONFIG_DIR: "/cc" },
  }, [
    "/x/Claude/claude_desktop_config.json",
    "/cc/.claude.json",
    "/home/me/.cursor/mcp.json",
    "/x/Code/User/mcp.json",
    "/c/config.toml",
  ]],
  ["Windows with a roaming folder of one's own", {
    platform: "windows",
    env: { USERPROFILE: "C:\\Users\\me", APPDATA: "D:\\Roaming" },
  }, [
    "D:\\Roaming\\Claude\\claude_desktop_config.json",
    "C:\\Users\\me\\.claude.json",
    "C:\\Users\\me\\.cursor\\mcp.json",
    "D:\\Roaming\\Code\\User\\mcp.json",
    "C:\\Users\\me\\.codex\\config.toml",
  ]],
];

for (const [where, place, files] of FILES) {
  Deno.test(`every client's configuration is where the client has it on ${where}`, () => {
    assertEquals(CLIENT_NAMES.map((name) => CLIENTS[name].userFile(place)), files);
  });
}

Deno.test("without a home folder the person is told which variable to set", () => {
  assertThrows(
    () => CLIENTS.cursor.userFile({ platform: "linux", env: {} }),
    WorkflowError,
    "set HOME, or USERPROFILE on Windows",
  );
});

Deno.test("findClient() names the nearest client, or all", () => {
  assertEquals(findClient("codex").title, "Codex");
  assertThrows(() => findClient("claude-dekstop"), WorkflowError, "did you mean claude-desktop?");
  assertThrows(() => findClient("emacs"), WorkflowError, "the clients are claude-desktop, claude-code");
});
