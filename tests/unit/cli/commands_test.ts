import { assertEquals } from "@std/assert";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { parseCommand } from "../../../src/cli/parse_command.ts";

for (const { name, examples } of COMMANDS) {
  for (const example of examples) {
    Deno.test(`the example \`${example}\` of the help is a command line of ${name}`, () => {
      const words = Array.from(example.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
      // A placeholder of a folder has no drive on Windows.
      const args = words.slice(1).map((word) => word.startsWith("/") ? Deno.cwd() : word);
      assertEquals(parseCommand(args).name, name);
    });
  }
}

Deno.test("a command that takes params hands on all that stands behind its optional operand", () => {
  assertEquals(parseCommand(["run", "p", "--json", "main", "--json", "x"]), {
    name: "run",
    operands: ["p", "main"],
    options: new Map([["json", []]]),
    params: ["--json", "x"],
  });
  assertEquals(parseCommand(["run", "p"]), {
    name: "run",
    operands: ["p"],
    options: new Map(),
    params: [],
  });
});
