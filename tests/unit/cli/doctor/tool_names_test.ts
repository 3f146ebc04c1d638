import { assertEquals } from "@std/assert";
import { checkToolNames } from "../../../../src/cli/doctor/tool_names.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const look = (tools: readonly string[], server = `workflow-${ID}`, name = "triage") =>
  checkToolNames(tools, { server, name, dir: "./p" });

/** The clients that are warned of for a tool of some length. */
function clients(length: number, server?: string): string[] {
  return look(["t".repeat(length)], server).flatMap(({ level, message }) =>
    level === "warning" ? [message.replace(/ (may|leaves|puts|cuts) .*$/, "")] : []
  );
}

Deno.test("checkToolNames() counts the prefix of each client: with the usual name 12 characters fit everywhere", () => {
  assertEquals(clients(12), []);
  assertEquals(clients(13), ["Claude Code", "Codex"]);
  assertEquals(clients(14), ["Claude Code", "Codex", "Gemini CLI"]);
  assertEquals(clients(15), ["Claude Code", "Cursor", "Codex", "Gemini CLI"]);
  assertEquals(clients(46), ["Claude Code", "Cursor", "Codex", "Gemini CLI"]);
  assertEquals(clients(47), ["Claude Code", "Cursor", "Codex", "Gemini CLI", "VS Code"]);
});

Deno.test("checkToolNames() says once how long a name may be, and gives one", () => {
  const found = look(["summarise", "summarise_everything"]);
  assertEquals(
    found[0]?.message,
    "Claude Code may have requests refused where a tool's name with its prefix has more than 64 characters; " +
      '"summarise_everything" has 72',
  );
  assertEquals(found.map(({ mend }) => mend).filter((mend) => mend !== undefined), [
    "install it under a name of at most 37 characters: workflow-code install <client> ./p --name triage",
  ]);
});

Deno.test("the name that checkToolNames() gives fits, and needs a name that a client takes", () => {
  const tool = "t".repeat(45);
  const [mend] = look([tool], undefined, "请假 triage für alle Menschen").flatMap(({ mend = [] }) => mend);
  assertEquals(
    mend,
    "install it under a name of at most 12 characters: workflow-code install <client> ./p --name triage-f-r-a",
  );
  assertEquals(clients(45, "triage-f-r-a"), []);
});

Deno.test("checkToolNames() asks for shorter ids where no name is short enough", () => {
  assertEquals(look(["t".repeat(64)]).at(-1)?.mend, "give the entrypoints shorter ids");
});
