// What a run gets from a related project.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { call, connect } from "./harness/connect.ts";
import { eventually } from "./harness/processes.ts";
import { listRuns, runJson } from "./harness/project_command.ts";
import { makePair, OTHER_ID } from "./harness/related_projects.ts";
import { openSample, PROJECT_ID } from "./harness/temp_project.ts";

const BILLING = fromFileUrl(new URL("../projects/billing", import.meta.url));
const BIND_BILLING = ["--related-project", `billing=${BILLING}`];

Deno.test("through MCP a related project's run is a node of the calling run, and its entrypoints are no tools", async () => {
  await using orders = await openSample("orders");
  await using connection = await connect(orders, BIND_BILLING);
  const { tools } = await connection.client.listTools();
  assertEquals(tools.map(({ name }: { name: string }) => name), ["order"]);
  const { structuredContent } = await call(connection, "order", { customer: "ann", amount: 5 });
  assertEquals(structuredContent.output, {
    order: 1,
    invoice: { id: "INV-1", total: 5, contract: null, words: 0 },
  });
  const refused = await call(connection, "order", { customer: "bad debtor", amount: 5 });
  assertEquals(refused.structuredContent.output, { order: 2, refused: "This customer does not pay" });
  assertEquals(connection.errors, []);
});

Deno.test("runs lists a related run under its own project, and says of which run it is a part", async () => {
  await using orders = await openSample("orders");
  const { report, stderr } = await runJson(orders, [
    ...BIND_BILLING,
    "order",
    "--customer=ann",
    "--amount=5",
  ]);
  assertEquals(report.nodes.map(({ id, title, status, parent }) => [id, title, status, parent]), [
    ["number", "number", "success", null],
    ["billing.invoice", "billing: invoice", "success", null],
  ]);
  const { runs } = await listRuns(orders);
  assertEquals(
    runs.map(({ entrypointTitle, projectDir, parentRunId, status }) => [
      entrypointTitle,
      projectDir,
      parentRunId,
      status,
    ]),
    [["Invoice", BILLING, report.runId, "success"], ["Order", orders.dir, null, "success"]],
  );
  assertStringIncludes(
    stderr,
    `workflow-code: related project "billing" is billing 2.1.0 in ${BILLING}\n`,
  );
});

Deno.test("a managed file is handed on under its name, a file that the caller may not read is refused", async () => {
  await using orders = await openSample("orders");
  const contract = join(orders.root, "the contract.txt");
  await Deno.writeTextFile(contract, "three little words");
  const args = ["order", "--customer=ann", "--amount=5", `--contract=${contract}`];
  const { report } = await runJson(orders, [...BIND_BILLING, ...args]);
  assertEquals(report.result.data.output, {
    order: 1,
    invoice: { id: "INV-1", total: 5, contract: "the contract.txt", words: 3 },
  });

  await using pair = await makePair(
    `main: { async run(ctx) {
      const own = await ctx.related("other").run("read", { files: [await ctx.files.create("made.txt", "made"), process.cwd() + "/own.txt"] });
      return { own, other: await ctx.related("other").run("read", { files: [process.cwd() + "/../secret.txt"] }).catch((error) => [error.code, error.message]) };
    } }`,
    {
      other: `read: { params: { files: { type: "file", multiple: true } },
        run: (ctx, { files }) => Promise.all(files.map(async (file) => [file.name, await file.text()])) }`,
      files: { "own.txt": "own", "../secret.txt": "secret" },
    },
  );
  const { report: { result, error } } = await runJson(pair.main, [...pair.bind, "main"]);
  assertEquals(result.data.output, {
    own: [["made.txt", "made"], ["own.txt", "own"]],
    other: [
      "invalid_arguments",
      `Related project "other": Cannot start "read": files[0] must be a file that the calling run may read; got ` +
      `"${pair.main.dir}/../secret.txt"`,
    ],
  }, error?.message);
});

Deno.test("a related project has its own environment, stores and folder", async () => {
  await using pair = await makePair(
    `main: { async run(ctx) {
      await ctx.kv.set("whose", "main");
      const other = await ctx.related("other").run("look");
      return { ...other, main: await ctx.kv.get("whose"), env: ctx.env };
    } }`,
    {
      other: `look: { async run(ctx) {
        const before = (await ctx.kv.get("whose")) ?? null;
        await ctx.kv.set("whose", "other");
        const read = await Deno.readTextFile(process.cwd() + "/../project/main.txt").catch((error) => error.name);
        return { before, otherEnv: ctx.env, cwd: process.cwd(), read };
      } }`,
      manifests: {
        main: { inheritEnvironment: ["FOR_MAIN", "FOR_BOTH"] },
        other: { inheritEnvironment: ["FOR_OTHER", "FOR_BOTH"] },
      },
      files: { ".env": "OF=main", "../other/.env": "OF=other", "main.txt": "main's" },
    },
  );
  const kv = join(pair.main.root, "kv of main");
  const keys = ["FOR_MAIN", "FOR_OTHER", "FOR_BOTH"];
  const grants = keys.flatMap((key) => ["--allow-inherit-env", key]);
  const { report, stderr } = await runJson(pair.main, [
    ...pair.bind,
    ...grants,
    "--kv-store-dir",
    kv,
    "main",
  ], { env: Object.fromEntries(keys.map((key) => [key, `value of ${key}`])) });
  assertEquals(report.result.data.output, {
    before: null,
    otherEnv: { OF: "other", FOR_OTHER: "value of FOR_OTHER", FOR_BOTH: "value of FOR_BOTH" },
    cwd: pair.otherDir,
    read: "NotCapable",
    main: "main",
    env: { OF: "main", FOR_MAIN: "value of FOR_MAIN", FOR_BOTH: "value of FOR_BOTH" },
  });
  assertStringIncludes(
    stderr,
    'workflow-code: related project "other" gets from the environment FOR_OTHER, FOR_BOTH\n' +
      'workflow-code: related project "other" gets from .env OF\n',
  );
  const kept = Array.from(Deno.readDirSync(join(pair.main.dataDir, "kv")), ({ name }) => name);
  assertEquals(kept, [OTHER_ID]);
});

const FAILURES: readonly [what: string, call: string, expected: Record<string, unknown>][] = [
  [
    "a business failure",
    `run("fails")`,
    { code: "business_error", errCode: 7, message: "no such invoice", name: "WorkflowError" },
  ],
  [
    "a crash",
    `run("throws")`,
    { code: "run_failed", message: 'Related project "other": RangeError: out of it', name: "WorkflowError" },
  ],
  [
    "a run that takes too long",
    `run("slow")`,
    {
      code: "timeout",
      message: 'Related project "other": The run took longer than its limit of 50 ms',
      name: "WorkflowError",
    },
  ],
  [
    "params that do not fit",
    `run("takes", { n: "1", m: 2 })`,
    {
      code: "invalid_arguments",
      message:
        'Related project "other": Cannot start "takes": n must be a number; got "1"; m is not a param of "takes"; its params are "n"',
      name: "WorkflowError",
    },
  ],
  [
    "an entrypoint that is not there",
    `run("fail")`,
    {
      code: "invalid_arguments",
      message: 'Related project "other": There is no entrypoint "fail"; did you mean "fails"?',
      name: "WorkflowError",
    },
  ],
  [
    "params that are no JSON",
    `run("takes", { n: 1n })`,
    {
      message: 'ctx.related("other").run() must be given JSON or files: `n` is a BigInt',
      name: "TypeError",
    },
  ],
];

Deno.test("a related run that fails throws its code and message, which the caller can catch", async (t) => {
  await using pair = await makePair(
    FAILURES.map(([, code], index) =>
      `f${index}: { run: (ctx) => ctx.related("other").${code}
        .catch(({ name, code, message, errCode }) => ({ name, code, message, errCode })) }`
    ).join(",\n"),
    {
      other: `
        fails: { run: (ctx) => ctx.fail(7, "no such invoice") },
        throws: { run() { throw new RangeError("out of it"); } },
        slow: { timeout: 50, run: () => new Promise((resolve) => setTimeout(resolve, 5000)) },
        takes: { params: { n: { type: "number" } }, run: (ctx, { n }) => n }`,
    },
  );
  await using connection = await connect(pair.main, pair.bind);
  for (const [index, [what, , expected]] of FAILURES.entries()) {
    await t.step(what, async () => {
      const { structuredContent } = await call(connection, `f${index}`);
      assertEquals(structuredContent.output, expected);
    });
  }
});

Deno.test("a business failure that the caller does not catch is its own", async () => {
  await using pair = await makePair(`main: { run: (ctx) => ctx.related("other").run("fails") }`, {
    other: `fails: { run: (ctx) => ctx.fail(7, "no such invoice") }`,
  });
  const { code, report } = await runJson(pair.main, [...pair.bind, "main"]);
  assertEquals([code, report.status, report.result.errCode, report.error?.code, report.error?.message], [
    1,
    "failed",
    7,
    "business_error",
    "no such invoice",
  ]);
  assertEquals(report.nodes.map(({ id, status, error }) => [id, status, error?.message]), [
    ["other.fails", "failed", "no such invoice"],
  ]);
});

Deno.test("projects that call each other are stopped at a depth, and the error names the chain", async () => {
  const param = `params: { n: { type: "number", default: 0 } }`;
  await using pair = await makePair(
    `main: { ${param}, run: (ctx, { n }) => ctx.related("other").run("back", { n: n + 1 }) }`,
    { other: `back: { ${param}, run: (ctx, { n }) => ctx.related("main").run("main", { n: n + 1 }) }` },
  );
  const { report } = await runJson(pair.main, [...pair.bind, "main"]);
  const chain = Array(4).fill("test-project main → the-other back").join(" → ");
  assertEquals([report.status, report.error?.message], [
    "failed",
    'Cannot run "main" of related project "main": found 8 runs inside each other ' +
    `(${chain}), expected less than 8`,
  ]);
  const { runs } = await listRuns(pair.main);
  assertEquals(runs.map(({ status, projectId }) => [status, projectId]), [
    ...Array(4).fill([["failed", OTHER_ID], ["failed", PROJECT_ID]]).flat(),
  ]);
});

Deno.test("with one place the caller's is lent, also to runs that it calls at once", async () => {
  await using pair = await makePair(
    `main: { async run(ctx) {
      const other = ctx.related("other");
      return await Promise.all([1, 2, 3].map((n) => other.run("deep", { n })));
    } },
    leaf: { params: { n: { type: "number" } }, run: (ctx, { n }) => n * 10 }`,
    {
      other: `deep: { params: { n: { type: "number" } },
        run: async (ctx, { n }) => await ctx.related("main").run("leaf", { n }) + 1 }`,
    },
  );
  await using connection = await connect(pair.main, [...pair.bind, "--max-concurrency", "1"]);
  const results = await Promise.all([1, 2].map(() => call(connection, "main")));
  assertEquals(results.map(({ structuredContent }) => structuredContent.output), [
    [11, 21, 31],
    [11, 21, 31],
  ]);
});

Deno.test("a server keeps a related project as it was at the start", async () => {
  await using pair = await makePair(`main: { run: (ctx) => ctx.related("other").run("says") }`, {
    other: `says: { run: () => "old" }`,
  });
  await using connection = await connect(pair.main, pair.bind);
  await connection.client.listTools();
  const bundles = () =>
    Array.from(Deno.readDirSync(join(pair.main.dataDir, "cache", "bundles")), ({ name }) => name)
      .filter((name) => name !== "index" && !name.startsWith("."));
  await eventually("two bundles", { ms: 10_000, is: () => bundles().length === 2 });
  const path = join(pair.otherDir, "workflow.ts");
  await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replace("old", "new"));
  const { structuredContent } = await call(connection, "main");
  assertEquals(structuredContent.output, "old");
});
