import { assertEquals } from "@std/assert";
import { type FieldEntry, readEntry } from "../../../../src/cli/terminal/field_entry.ts";
import { field } from "../../../fixtures/questions.ts";

const LEFT: FieldEntry = { kind: "left" };
const texts = (...all: string[]): FieldEntry => ({ kind: "texts", texts: all });

const ONE = field({ type: "string", options: ["formal", { value: "plain", label: "Plain and short" }, "1"] });
const MANY = field({ type: "checkboxes", options: ["a", "b", "c,d"], default: ["a"] });
const NUMBERS = field({ type: "number", options: [10, 20] });
const TEXT = field({ type: "string" });
const TEXTS = field({ type: "string", multiple: true, default: ["x"] });
const TRUTH = field({ type: "boolean" });

const CASES: readonly (readonly [title: string, entry: FieldEntry, expected: FieldEntry])[] = [
  ["an empty line leaves a field out", readEntry(TEXT, [""]), LEFT],
  ["an empty line leaves a choice to its default", readEntry(MANY, [" "]), LEFT],
  ["no lines leave a list to its default", readEntry(TEXTS, []), LEFT],
  ["a text keeps its blanks", readEntry(TEXT, ["  a b "]), texts("  a b ")],
  ["blanks are a text", readEntry(TEXT, [" "]), texts(" ")],
  ["- is a text", readEntry(TEXT, ["-"]), texts("-")],
  ["- is an empty list", readEntry(TEXTS, ["-"]), texts()],
  ["- chooses nothing", readEntry(MANY, [" - "]), texts()],
  ["a choice by its number", readEntry(ONE, [" 2 "]), texts("plain")],
  ["a choice by its value", readEntry(ONE, ["formal"]), texts("formal")],
  ["a choice by its label", readEntry(ONE, ["Plain and short"]), texts("plain")],
  ["the number in the list comes before a value", readEntry(ONE, ["1"]), texts("formal")],
  ["a number that is a value", readEntry(NUMBERS, ["20"]), texts("20")],
  ["several choices", readEntry(MANY, ["3, a"]), texts("c,d", "a")],
  ["no such number", readEntry(ONE, ["4"]), {
    kind: "fault",
    reason: 'Type a number from 1 to 3, found "4".',
  }],
  ["nothing between commas", readEntry(MANY, ["1,,2"]), {
    kind: "fault",
    reason: 'Type a number from 1 to 3, found "".',
  }],
  ["yes", readEntry(TRUTH, ["Y"]), texts("true")],
  ["no", readEntry(TRUTH, [" no "]), texts("false")],
  ["neither", readEntry(TRUTH, ["ok"]), { kind: "fault", reason: "Type yes or no." }],
];

for (const [title, entry, expected] of CASES) {
  Deno.test(`readEntry(): ${title}`, () => assertEquals(entry, expected));
}
