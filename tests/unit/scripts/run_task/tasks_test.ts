import { assert, assertEquals, assertThrows } from "@std/assert";
import config from "../../../../deno.json" with { type: "json" };
import { sanitizerFlags, toCommandLine } from "../../../../scripts/run_task/command_line.ts";
import { flattenTask, type Step } from "../../../../scripts/run_task/task.ts";
import { TASKS } from "../../../../scripts/run_task/tasks.ts";

Deno.test("deno.json's tasks are the runner's, with the same descriptions", () => {
  for (const [name, task] of Object.entries(config.tasks)) {
    assertEquals(task.command, `deno run -A --no-config --no-lock scripts/run_task.ts ${name}`);
    assertEquals(task.description, TASKS[name]?.description);
  }
});

for (const name of Object.keys(TASKS)) {
  Deno.test(`task ${name} flattens to steps`, () => assert(flattenTask(TASKS, name).length > 0));
}

Deno.test("task test runs unit tests, doc examples, build, integration tests in this order", () => {
  const steps = flattenTask(TASKS, "test").map((step) => step.name);
  assertEquals(steps, ["unit tests", "doc examples", "build", "integration tests"]);
});

Deno.test("flattenTask() names the tasks that there are", () => {
  assertThrows(
    () => flattenTask(TASKS, "tset"),
    RangeError,
    'Cannot run task "tset": there are only demo, test',
  );
  assertThrows(() => flattenTask(TASKS, "constructor"), RangeError);
});

const TEST: Step = {
  name: "t",
  command: ["test", "-A"],
  paths: ["tests/unit", "gone"],
  takesArgs: true,
  counted: true,
};
const OPTIONS = {
  override: ["--import-map=m"],
  args: [],
  junitPath: "j.xml",
  testFlags: ["--sanitize-ops"],
  exists: (path: string) => path !== "gone" && path !== "word",
};

const CASES: [title: string, step: Step, args: string[], expected: string[]][] = [
  ["a counted step", TEST, [], [
    "test",
    "--import-map=m",
    "--sanitize-ops",
    "--junit-path=j.xml",
    "-A",
    "tests/unit",
  ]],
  ["flags of the person, the step's paths", TEST, ["--filter", "word"], [
    "test",
    "--import-map=m",
    "--sanitize-ops",
    "--junit-path=j.xml",
    "-A",
    "--filter",
    "word",
    "tests/unit",
  ]],
  ["a path of the person in place of the step's", TEST, ["a_test.ts"], [
    "test",
    "--import-map=m",
    "--sanitize-ops",
    "--junit-path=j.xml",
    "-A",
    "a_test.ts",
  ]],
  ["lint takes no import map", { name: "l", command: ["lint"] }, [], ["lint"]],
  ["fmt takes no import map", { name: "f", command: ["fmt", "--check"] }, [], ["fmt", "--check"]],
  ["nor does what runs without a config", { name: "r", command: ["run", "--no-config", "a.ts"] }, [], [
    "run",
    "--no-config",
    "a.ts",
  ]],
  ["arguments that a step does not take are left out", { name: "r", command: ["run", "a.ts"] }, ["x"], [
    "run",
    "--import-map=m",
    "a.ts",
  ]],
];

for (const [title, step, args, expected] of CASES) {
  Deno.test(`toCommandLine(): ${title}`, () =>
    assertEquals(toCommandLine(step, { ...OPTIONS, args }), expected));
}

for (
  const [version, asks] of [["2.6.8", false], ["2.7.10", false], ["2.8.0", true], ["2.9.6", true], [
    "3.0.0",
    true,
  ]] as const
) {
  Deno.test(`sanitizerFlags("${version}") ${asks ? "asks" : "need not ask"}`, () => {
    assertEquals(sanitizerFlags(version).length > 0, asks);
  });
}
