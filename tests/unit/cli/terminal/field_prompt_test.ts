import { assertEquals } from "@std/assert";
import { toFieldPrompt } from "../../../../src/cli/terminal/field_prompt.ts";
import { field } from "../../../fixtures/questions.ts";

const CASES: readonly (readonly [spec: Record<string, unknown>, intro: string, prompt: string])[] = [
  [{ type: "string" }, "", "it (optional): "],
  [{ type: "string", title: "Name", description: "Who it is", required: true }, "Who it is\n", "Name: "],
  [{ type: "string", format: "date" }, "", "it (a date such as 2026-01-31; optional): "],
  [{ type: "string", default: "x" }, "", "it (Enter for x): "],
  [{ type: "number", required: true }, "", "it (a number): "],
  [{ type: "number", integer: true, minimum: 1 }, "", "it (a whole number of at least 1; optional): "],
  [{ type: "number", maximum: 9, default: 3 }, "", "it (a number of at most 9; Enter for 3): "],
  [{ type: "number", minimum: 0, maximum: 1 }, "", "it (a number from 0 to 1; optional): "],
  [{ type: "boolean", default: false }, "", "it (yes or no; Enter for no): "],
  [{ type: "file", required: true }, "", "it (absolute path of a file): "],
  [{ type: "string", secret: true, required: true }, "", "it (not shown): "],
  [{ type: "string", secret: true, default: "hunter2" }, "", "it (not shown; Enter keeps the default): "],
  [
    { type: "string", options: ["a", { value: "b", label: "Bee" }], default: "b" },
    "  1. a\n  2. Bee (b)\n",
    "it (1 to 2; Enter for 2): ",
  ],
  [
    { type: "checkboxes", options: ["a", "b"], default: ["a", "b"] },
    "  1. a\n  2. b\n",
    "it (numbers from 1 to 2, with commas; Enter for 1,2, - for none): ",
  ],
  [{ type: "string", multiple: true }, "it (one a line, an empty line ends; optional)\n", "> "],
  [
    { type: "number", multiple: true, default: [1, 2], description: "Sizes" },
    "Sizes\nit (a number, one a line, an empty line ends; Enter for 1,2, - for none)\n",
    "> ",
  ],
  [
    { type: "string", title: "\u001b[2Jx", description: "a\u202eb", options: ["\u0007"] },
    "a\\u202eb\n  1. \\u0007\n",
    "\\u001b[2Jx (1 to 1; optional): ",
  ],
];

for (const [spec, intro, prompt] of CASES) {
  Deno.test(`toFieldPrompt() of ${JSON.stringify(spec)}`, () => {
    const { takesLines, ...shown } = toFieldPrompt(field(spec));
    assertEquals(shown, { intro, prompt });
    assertEquals(takesLines, prompt === "> ");
  });
}
