import { assertEquals } from "@std/assert";
import { runJson, toJsonCommand } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject } from "./harness/temp_project.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({
  entrypoints: {
    main: {
      params: {
        text: { type: "string" },
        texts: { type: "string", multiple: true },
        preset: { type: "string", multiple: true, default: ["x", "y"] },
        number: { type: "number" },
        numbers: { type: "number", multiple: true },
        flag: { type: "boolean" },
        on: { type: "boolean", default: true },
        flags: { type: "boolean", multiple: true },
        boxes: { type: "checkboxes", options: ["a", { value: "b", label: "B" }, "c"] },
        choice: { type: "string", options: ["fast", { value: "deep", label: "Deep" }] },
        day: { type: "string", format: "date" },
        first: { type: "positional" },
        rest: { type: "positional", multiple: true },
      },
      run: (_ctx, values) => values,
    },
    strict: {
      params: {
        name: { type: "string", required: true, minLength: 2, maxLength: 4, pattern: "^[a-z]+$" },
        count: { type: "number", required: true, integer: true, minimum: 1, maximum: 5 },
        tags: { type: "checkboxes", required: true, options: ["a", "b"] },
        when: { type: "string", format: "date-time" },
        mail: { type: "string", format: "email" },
        document: { type: "file" },
      },
      run: (_ctx, values) => values,
    },
    none: { run: (_ctx, values) => values },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

/** What is there when nothing is given. */
const NOTHING = { texts: [], preset: ["x", "y"], numbers: [], on: true, flags: [], boxes: [], rest: [] };

async function values(...argv: string[]): Promise<unknown> {
  const { code, report, stderr } = await runJson(project, ["main", ...argv]);
  assertEquals(code, 0, stderr);
  assertEquals(report.params, report.result.data.output);
  return report.result.data.output;
}

Deno.test("without arguments lists are empty, defaults are there and the rest is absent", async () => {
  assertEquals(await values(), NOTHING);
});

Deno.test("every type is given as --name=value, repeated for a list", async () => {
  const argv = [
    "--text=hello",
    "--texts=one",
    "--texts=two",
    "--preset=z",
    "--number=1.5",
    "--numbers=2",
    "--numbers=-3e2",
    "--flag=true",
    "--on=false",
    "--flags=true",
    "--flags=false",
    "--boxes=b",
    "--boxes=a",
    "--choice=deep",
    "--day=2026-02-28",
    "--first=1st",
    "--rest=2nd",
    "--rest=3rd",
  ];
  assertEquals(await values(...argv), {
    text: "hello",
    texts: ["one", "two"],
    preset: ["z"],
    number: 1.5,
    numbers: [2, -300],
    flag: true,
    on: false,
    flags: [true, false],
    boxes: ["b", "a"],
    choice: "deep",
    day: "2026-02-28",
    first: "1st",
    rest: ["2nd", "3rd"],
  });
});

Deno.test("every type is given as --name value too, flags alone, positionals by their place", async () => {
  const argv = ["1st", "--text", "hello", "--texts", "one", "2nd", "--texts", "two", "--number", "-1.5"];
  assertEquals(
    await values(
      ...argv,
      "--flag",
      "--no-on",
      "--flags",
      "--flags",
      "--boxes",
      "c",
      "--choice",
      "fast",
      "3rd",
    ),
    {
      ...NOTHING,
      text: "hello",
      texts: ["one", "two"],
      number: -1.5,
      flag: true,
      on: false,
      flags: [true, true],
      boxes: ["c"],
      choice: "fast",
      first: "1st",
      rest: ["2nd", "3rd"],
    },
  );
});

Deno.test("--no-name empties a list that has a default, and one that has none", async () => {
  assertEquals(await values("--no-preset", "--no-boxes", "--no-flag"), {
    ...NOTHING,
    preset: [],
    flag: false,
  });
});

/** Texts that a shell, a parser or a pipe could spoil. */
const AWKWARD = [
  "",
  " ",
  "-",
  "--",
  "-x",
  "--text=other",
  "--no-on",
  "a=b=c",
  "=",
  "line one\nline two\r\n",
  "\ttab",
  "quotes \" ' `",
  "back\\slash",
  "$HOME %PATH% *",
  "é ü 漢字 🎉 👩‍👩‍👧",
  "e\u0301",
  "\u2028\u2029\u0001",
  "null",
  "true",
  "-17",
  "x".repeat(100_000),
];

Deno.test("awkward texts come through unchanged as --name=value", async () => {
  assertEquals(await values(...AWKWARD.map((text) => `--texts=${text}`)), { ...NOTHING, texts: AWKWARD });
});

Deno.test("awkward texts come through unchanged as positionals after --", async () => {
  const [first, ...rest] = AWKWARD;
  assertEquals(await values("--text=before", "--", ...AWKWARD), { ...NOTHING, text: "before", first, rest });
});

Deno.test("numbers come through exactly", async () => {
  const numbers = [0, -0.5, 1e21, 5e-324, Number.MAX_VALUE, Number.MIN_SAFE_INTEGER, 0.1];
  assertEquals(await values(...numbers.map((number) => `--numbers=${number}`)), {
    ...NOTHING,
    numbers,
  });
});

Deno.test("positionals with a name leave the others in their order, and - alone is one", async () => {
  assertEquals(await values("--first=named", "-", "b"), { ...NOTHING, first: "named", rest: ["-", "b"] });
});

Deno.test("what follows the entrypoint belongs to the workflow, also what looks like an option of the command", async () => {
  const { code, stdout, stderr } = await runCommand(toJsonCommand(project, ["none", "--data-dir=/tmp"]));
  assertEquals({ code, stdout, stderr }, {
    code: 2,
    stdout: "",
    stderr: 'workflow-code: Cannot start "none": --data-dir is no option of "none"; its params are none\n',
  });
});

interface WrongArguments {
  readonly what: string;
  readonly argv: readonly string[];
  /** The message after `Cannot start "...": `. */
  readonly says: string;
}

const WRONG: readonly WrongArguments[] = [
  {
    what: "every option that cannot be read",
    argv: [
      "main",
      "--txet=a",
      "--number=1,5",
      "--flag=maybe",
      "--text=a",
      "--text=b",
      "-v",
      "--no-choice",
      "--day",
    ],
    says: '--txet is no option of "main"; did you mean --text?; --number needs a number such as 1.5; ' +
      'got "1,5"; --flag takes no value but true or false; got "maybe"; ' +
      '-v is no option; a positional that begins with "-" goes after "--"; ' +
      '--no-choice is no option of "main"; did you mean --choice?; ' +
      "--day needs a value; write --day=value; --text is given more than once",
  },
  {
    what: "numbers that JSON does not have",
    argv: ["main", "--numbers=0x10", "--numbers=1e999", "--numbers=", "--numbers=NaN", "--numbers=.5"],
    says: ["0x10", "1e999", "", "NaN", ".5"].map((text) =>
      `--numbers needs a number such as 1.5; got "${text}"`
    )
      .join("; "),
  },
  {
    what: "values that their params do not accept",
    argv: ["main", "--choice=slow", "--day=2026-02-30", "--boxes=a", "--boxes=a", "--boxes=d"],
    says: 'boxes[2] must be one of "a", "b", "c"; got "d"; ' +
      'boxes must not repeat an item; items 0 and 1 are both "a"; ' +
      'choice must be one of "fast", "deep"; got "slow"; ' +
      'day must be a date such as 2026-01-31; got "2026-02-30"',
  },
  {
    what: "all that is missing",
    argv: ["strict"],
    says: "name is missing; count is missing; tags is missing",
  },
  {
    what: "texts and numbers out of their bounds, and relative files",
    argv: ["strict", "--name=A", "--count=5.5", "--tags=a", "--when=today", "--mail=me", "--document=a.txt"],
    says: 'name must have at least 2 characters; got "A"; name must match the pattern ^[a-z]+$; got "A"; ' +
      "count must be a whole number; got 5.5; " +
      'when must be a date and time with its zone, such as 2026-01-31T09:30:00Z; got "today"; ' +
      'mail must be an e-mail address such as name@example.com; got "me"; ' +
      "document must be the absolute path of a local file, such as /home/name/report.pdf; " +
      '"a.txt" is relative',
  },
  {
    what: "a list that is emptied and filled",
    argv: ["main", "--preset=a", "--no-preset"],
    says: "--no-preset contradicts --preset, which is given too",
  },
  {
    what: "more positionals than there are",
    argv: ["none", "--", "-x"],
    says: 'unexpected argument "-x"; "none" takes no positional here',
  },
];

for (const { what, argv, says } of WRONG) {
  Deno.test(`json refuses ${what} with exit code 2, before a run exists`, async () => {
    const { code, stdout, stderr } = await runCommand(toJsonCommand(project, argv));
    assertEquals({ code, stdout, stderr }, {
      code: 2,
      stdout: "",
      stderr: `workflow-code: Cannot start "${argv[0]}": ${says}\n`,
    });
  });
}

for (const [id, hint] of [["mian", 'did you mean "main"?'], ["x", "the project has main, strict, none"]]) {
  Deno.test(`json refuses the entrypoint ${id} that does not exist`, async () => {
    const { code, stdout, stderr } = await runCommand(toJsonCommand(project, [`${id}`]));
    assertEquals({ code, stdout, stderr }, {
      code: 2,
      stdout: "",
      stderr: `workflow-code: There is no entrypoint "${id}"; ${hint}\n`,
    });
  });
}
