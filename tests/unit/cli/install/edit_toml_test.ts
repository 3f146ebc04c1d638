import { assertEquals, assertThrows } from "@std/assert";
import { EditError } from "../../../../src/cli/install/edit.ts";
import { editToml } from "../../../../src/cli/install/edit_toml.ts";

const ENTRY = { command: "/bin/w", args: ["mcp", "/p"] };
const add = (text: string, entry: Record<string, unknown> = ENTRY) =>
  editToml(text, { container: "mcp_servers", key: "w", entry });
const take = (text: string) => editToml(text, { container: "mcp_servers", key: "w", entry: undefined });

const BLOCK = `[mcp_servers.w]\ncommand = "/bin/w"\nargs = [ "mcp", "/p" ]\n`;
const MINE = `# mine\nmodel = "x"   # why\n\n[mcp_servers.other]\ncommand = 'a'\nargs = [\n  ["no"],\n]\n`;

Deno.test("editToml() adds a table at the end, once, and takes it out again byte for byte", () => {
  for (const before of ["", MINE]) {
    const after = before === "" ? BLOCK : `${before}\n${BLOCK}`;
    assertEquals(add(before), after);
    assertEquals(add(after), after);
    assertEquals(take(after), before);
    assertEquals(take(before), before);
  }
});

Deno.test("editToml() ends a last line that has no end, and keeps CRLF", () => {
  assertEquals(add("a = 1"), `a = 1\n\n${BLOCK}`);
  assertEquals(add("a = 1\r\n"), `a = 1\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}`);
});

Deno.test("editToml() writes only its own table anew, where it is, with what a person set in it", () => {
  const before =
    `${MINE}\n[ mcp_servers . "w" ] # ours\ncommand = "old"\nargs = [\n  "a",\n  "[b]"\n]\ntool_timeout_sec = 120\n\n` +
    `# of the environment\n[mcp_servers.w.env]\nA = "1"\n\n[z]\nq = 2026-01-31\n`;
  const after = add(before);
  assertEquals(
    after,
    `${MINE}\n[mcp_servers.w]\ncommand = "/bin/w"\nargs = [ "mcp", "/p" ]\ntool_timeout_sec = 120\n\n` +
      `# of the environment\n[mcp_servers.w.env]\nA = "1"\n\n[z]\nq = 2026-01-31\n`,
  );
  assertEquals(take(after), `${MINE}\n# of the environment\n\n[z]\nq = 2026-01-31\n`);
});

Deno.test("editToml() is not misled by a text that looks like the table", () => {
  const before = `a = """\n[mcp_servers.w]\n"""\n`;
  assertEquals(add(before), `${before}\n${BLOCK}`);
});

const REFUSED: readonly [text: string, reason: string][] = [
  ["a = \n", "it is no TOML: Invalid TOML document:"],
  ["mcp_servers = 1\n", "its mcp_servers is no object"],
  [
    "mcp_servers = { a = { command = 'x' } }\n",
    "in a form that cannot be changed without touching more than that",
  ],
  [
    "[mcp_servers]\nw = { command = 'x' }\n",
    "in a form that cannot be changed without touching more than that",
  ],
];

for (const [text, reason] of REFUSED) {
  Deno.test(`editToml() refuses ${text.replaceAll("\n", " ")}`, () => {
    assertThrows(() => add(text), EditError, reason);
  });
}
