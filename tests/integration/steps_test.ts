import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { call, connect } from "./harness/connect.ts";
import { runJson } from "./harness/project_command.ts";
import { makeProject } from "./harness/temp_project.ts";

/** What `run` may return, by entrypoint. */
const OUTPUTS = `
    nothing: () => undefined,
    null: () => null,
    zero: () => 0,
    empty: () => "",
    no: () => false,
    list: () => [1, [], {}],
    date: () => ({ at: new Date(0), url: new URL("https://example.com/"), left: undefined }),
    shared: () => { const one = { a: 1 }; return [one, one]; },
    awkward: () => ["\\u2028", "\\0", "é", "🎉", "\\ud83d", "</script>", "__proto__", "\\\\n", 1e21, -0],
    proto: () => JSON.parse('{ "__proto__": 1, "constructor": 2 }'),
    cycle: () => { const a = { items: [1] }; a.items.push({ back: a }); return a; },
    bigint: () => ({ totals: { eur: 5n } }),
    function: () => [{ run() {} }],
    symbol: () => Symbol("x"),
    notANumber: () => ({ rate: 0 / 0 }),
    map: () => ({ byName: new Map() }),
    bytes: () => ({ data: new Uint8Array(2) }),
    throwing: () => ({ toJSON() { throw new Error("not today"); } }),
    hole: () => ({ list: [undefined, 1] }),
`;

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
const outputs = {${OUTPUTS}};
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 5));
export default workflow.define({
  entrypoints: {
    ...Object.fromEntries(Object.entries(outputs).map(([id, run]) => [id, { run }])),
    steps: {
      async run(ctx) {
        let tries = 0;
        await ctx.step("fetch", nextTick, { title: "Fetch the list" });
        await Promise.all(["a", "b"].map((name) => ctx.step("load " + name, nextTick)));
        await ctx.step("outer", async () => {
          await ctx.step("inner", nextTick);
          await ctx.step("inner", nextTick);
        });
        await ctx.step("flaky", () => { if (++tries < 2) throw new Error("try " + tries); }, { retries: 2 });
        await ctx.step("optional", () => { throw new TypeError("not there"); }).catch(() => {});
        await ctx.step("late", () => new Promise(() => {}), { timeout: 20 }).catch(() => {});
        await ctx.step("odd", () => ({ when: 1n }));
      },
    },
    misuse: {
      params: { what: { type: "positional" } },
      async run(ctx, { what }) {
        if (what === "id") await ctx.step("", () => 1);
        if (what === "fn") await ctx.step("x", 5);
        if (what === "fail") ctx.fail(0, "zero is no failure");
        if (what === "progress") ctx.progress(2);
        if (what === "freeze") ctx.env.NEW = "x";
      },
    },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

Deno.test("the report has every step with title, parent, status, attempts and error, and the order between them", async () => {
  const { code, report } = await runJson(project, ["steps"]);
  assertEquals(
    report.nodes.map(({ id, title, parent, status, attempts, error }) => [
      id,
      title,
      parent,
      status,
      attempts,
      error?.message ?? "",
    ]),
    [
      ["fetch", "Fetch the list", null, "success", 1, ""],
      ["load a", "load a", null, "success", 1, ""],
      ["load b", "load b", null, "success", 1, ""],
      ["outer", "outer", null, "success", 1, ""],
      ["inner", "inner", "outer", "success", 1, ""],
      ["inner#2", "inner", "outer", "success", 1, ""],
      ["flaky", "flaky", null, "success", 2, ""],
      ["optional", "optional", null, "failed", 1, "TypeError: not there"],
      ["late", "late", null, "failed", 1, 'TimeoutError: Step "late" took longer than its limit of 20 ms'],
      [
        "odd",
        "odd",
        null,
        "failed",
        1,
        'TypeError: Step "odd" must return JSON: `when` of its result is a BigInt',
      ],
    ],
  );
  assertEquals(report.edges.map(({ from, to }) => `${from} > ${to}`), [
    "fetch > load a",
    "fetch > load b",
    "load a > outer",
    "load b > outer",
    "inner > inner#2",
    "outer > flaky",
    "flaky > optional",
    "optional > late",
    "late > odd",
  ]);
  assertEquals(code, 1);
  for (const { startedAt, durationMs } of report.nodes) {
    assert(startedAt >= report.startedAt && durationMs <= report.durationMs);
  }
});

Deno.test("an output is what JSON makes of it, {} for nothing; what JSON cannot carry names its place", async () => {
  await using connection = await connect(project);
  const outcome = async (id: string) => {
    const { isError, structuredContent } = await call(connection, id);
    return isError
      ? `${structuredContent.error.code}: ${structuredContent.error.message}`
      : structuredContent.output;
  };
  const expected = {
    nothing: {},
    null: null,
    zero: 0,
    empty: "",
    no: false,
    list: [1, [], {}],
    date: { at: "1970-01-01T00:00:00.000Z", url: "https://example.com/" },
    shared: [{ a: 1 }, { a: 1 }],
    awkward: ["\u2028", "\0", "é", "🎉", "\ud83d", "</script>", "__proto__", "\\n", 1e21, 0],
    proto: JSON.parse('{ "__proto__": 1, "constructor": 2 }'),
    cycle: "run_failed: The output must be JSON: `items[1].back` of the output is a cycle",
    bigint: "run_failed: The output must be JSON: `totals.eur` of the output is a BigInt",
    function: "run_failed: The output must be JSON: `[0].run` of the output is a function",
    symbol: "run_failed: The output must be JSON: the output is a symbol",
    notANumber: "run_failed: The output must be JSON: `rate` of the output is NaN",
    map: "run_failed: The output must be JSON: `byName` of the output is a Map",
    bytes: "run_failed: The output must be JSON: `data` of the output is binary data",
    throwing: "run_failed: not today",
    hole: { list: [null, 1] },
  };
  const found: Record<string, unknown> = {};
  for (const id of Object.keys(expected)) found[id] = await outcome(id);
  assertEquals(found, expected);
});

const MISUSES = {
  id: "TypeError: Cannot start a step: its id must be a text of 1 to 200 characters",
  fn: 'TypeError: Cannot start step "x": the second argument must be a function, found 5',
  fail: "TypeError: Cannot fail the run: errCode must be a whole number other than 0, found 0",
  progress: "TypeError: Cannot report progress: it must be a number from 0 to 1, found 2",
  freeze: "TypeError: Cannot add property NEW, object is not extensible",
};

Deno.test("a misuse of ctx fails the run and says what was expected", async () => {
  await using connection = await connect(project);
  for (const [what, message] of Object.entries(MISUSES)) {
    const { structuredContent } = await call(connection, "misuse", { what });
    assertStringIncludes(structuredContent.error.message, message);
  }
});
