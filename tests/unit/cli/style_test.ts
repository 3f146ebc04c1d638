import { assertEquals } from "@std/assert";
import { createStyle } from "../../../src/cli/style.ts";

const look = (isTerminal: boolean, env = {}, options: readonly string[] = []) =>
  createStyle({ isTerminal, env, options: new Map(options.map((name) => [name, []])) }).red("x");

Deno.test("there are colours on a terminal only, and not where NO_COLOR, --no-color or a dumb terminal says so", () => {
  assertEquals(look(true), "\x1b[31mx\x1b[39m");
  assertEquals(look(true, { NO_COLOR: "" }), "\x1b[31mx\x1b[39m");
  for (
    const plain of [
      look(false),
      look(true, { NO_COLOR: "1" }),
      look(true, { TERM: "dumb" }),
      look(true, {}, ["no-color"]),
    ]
  ) {
    assertEquals(plain, "x");
  }
});
