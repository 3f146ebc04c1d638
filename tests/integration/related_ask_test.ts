// What a related project asks of people, through the run that called it.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { openJournal } from "../../src/store/journal/journal.ts";
import { connectForms, FORMS_CLIENTS } from "./harness/forms_client.ts";
import { call, connect } from "./harness/connect.ts";
import { eventually, executorsOf } from "./harness/processes.ts";
import { listRuns, resume, runJson } from "./harness/project_command.ts";
import { RawServer } from "./harness/raw_server.ts";
import { makePair } from "./harness/related_projects.ts";
import { openSample } from "./harness/temp_project.ts";
import { TerminalCommand } from "./harness/terminal_command.ts";

const BILLING = fromFileUrl(new URL("../projects/billing", import.meta.url));
const BIND = ["--related-project", `billing=${BILLING}`];
const LARGE = { customer: "ann", amount: 5000 };
const INVOICED = { order: 1, invoice: { id: "INV-1", total: 5000, contract: null, words: 0 } };

for (const name of FORMS_CLIENTS) {
  test(`client ${name}: what a related project asks is shown as a form that says which project asks`, async () => {
    await using orders = await openSample("orders");
    const forms: string[] = [];
    await using client = await connectForms(orders, name, {
      args: BIND,
      answer: ({ message }) => {
        forms.push(message);
        return { action: "accept", content: { approved: forms.length === 1 } };
      },
    });
    const first = await client.call("order", LARGE);
    assertEquals(first.structuredContent.output, INVOICED);
    assertEquals(forms, ['Related project "billing" asks: Invoice 5000 to ann?']);
    const second = await client.call("order", LARGE);
    assertEquals(second.structuredContent.output, { order: 2, refused: "The invoice was not approved" });
  });
}

test("without forms the calling run waits, and resume in another process answers it", async () => {
  await using orders = await openSample("orders");
  let runId = "";
  {
    await using connection = await connect(orders, BIND);
    const { structuredContent, isError } = await call(connection, "order", LARGE);
    runId = structuredContent.runId;
    assertEquals([isError, structuredContent.status, structuredContent.error.code], [
      true,
      "waiting_for_input",
      "interaction_required",
    ]);
    assertStringIncludes(
      structuredContent.error.message,
      `workflow-code resume ${runId} --data-dir ${orders.dataDir} --related-project billing=${BILLING}`,
    );
  }
  const waiting = await listRuns(orders, ["--waiting"]);
  assertEquals(waiting.runs.map(({ question, parentRunId }) => [question?.message, parentRunId]), [
    ["Invoice 5000 to ann?", runId],
    ['Related project "billing" asks: Invoice 5000 to ann?', null],
  ]);
  const { code, report } = await resume(orders, [runId, ...BIND, "--answer=approved=true"]);
  assertEquals([code, report.status, report.result.data.output], [0, "success", INVOICED]);
  assertEquals(
    report.interactions.map(({ kind, message, action, values }) => [kind, message, action, values]),
    [
      ["approve", 'Related project "billing" asks: Invoice 5000 to ann?', "accept", { approved: true }],
    ],
  );
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [["number", "success"], [
    "billing.invoice",
    "success",
  ]]);
  const { runs } = await listRuns(orders);
  assertEquals(runs.map(({ status }) => status), ["success", "success"]);
});

test("an answer is refused and nothing is lost where the related project is not bound", async () => {
  await using orders = await openSample("orders");
  const { report: { runId } } = await runJson(orders, [...BIND, "order", "--customer=ann", "--amount=5000"]);
  const refused = await resume(orders, [runId, "--answer=approved=true"]).catch((error) => String(error));
  assertStringIncludes(
    String(refused),
    `workflow-code: Cannot answer run ${runId}: related project "billing" asks, which is not bound; start with ` +
      "--related-project billing=<absolute-project-dir>\n",
  );
  const { report } = await resume(orders, [runId, ...BIND, "--answer=approved=true"]);
  assertEquals(report.result.data.output, INVOICED);
});

test("a run that is a part of another is not resumed by itself", async () => {
  await using orders = await openSample("orders");
  const { report: { runId } } = await runJson(orders, [...BIND, "order", "--customer=ann", "--amount=5000"]);
  const [part] = (await listRuns(orders)).runs;
  const refused = await resume(orders, [part?.runId ?? "", "--answer=approved=true"]).catch((error) => error);
  assertStringIncludes(
    String(refused),
    `Cannot go on with run ${part?.runId}: it is a part of run ${runId}, and goes on with that one; ` +
      `\`workflow-code resume ${runId}\``,
  );
});

test("at a terminal run shows the related step, and asks what it asks", async () => {
  // `script` has other arguments elsewhere.
  if (Deno.build.os !== "linux") return;
  await using orders = await openSample("orders");
  await using command = new TerminalCommand([
    "run",
    orders.dir,
    "--data-dir",
    orders.dataDir,
    ...BIND,
    "order",
    "--customer=ann",
    "--amount=5000",
  ]);
  await command.type(/asks: Invoice 5000 to ann\?[\s\S]*Approve/, "y\n");
  await command.type(/Reason/, "\n");
  const { code, stdout, screen } = await command.result();
  assertEquals(code, 0, screen);
  assertStringIncludes(stdout, "INV-1");
  assertStringIncludes(screen, "billing: invoice");
});

/** Asks for a secret and a file in the other project, and for a word at the same time in the main one. */
const ASKING = {
  main: `main: { async run(ctx) {
    const [other, own] = await Promise.all([
      ctx.related("other").run("asks"),
      ctx.ask("word", { message: "Word?", fields: { word: { type: "string", required: true } } }),
    ]);
    return { other, own };
  } }`,
  other: `asks: { async run(ctx) {
    const { secret } = await ctx.ask("s", { message: "Secret?", fields: { secret: { type: "string", secret: true, required: true } } });
    console.log("has the secret");
    const { file } = await ctx.ask("f", { message: "File?", fields: { file: { type: "file", required: true } } });
    return { length: secret.length, name: file.name, text: await file.text() };
  } }`,
};

test("questions of both projects, secrets and files go through processes; each is given to the project that asked", async () => {
  await using pair = await makePair(ASKING.main, { other: ASKING.other });
  const file = join(pair.main.root, "a file.txt");
  await Deno.writeTextFile(file, "content");
  const answers: Record<string, string> = {
    "Word?": "--answer=word=hello",
    'Related project "other" asks: Secret?': "--answer=secret=pass-phrase-987",
    'Related project "other" asks: File?': `--answer=file=${file}`,
  };
  let { report } = await runJson(pair.main, [...pair.bind, "main"]);
  const asked: string[] = [];
  while (report.status === "waiting_for_input") {
    const run = (await listRuns(pair.main)).runs.find(({ parentRunId }) => parentRunId === null);
    const message = run?.question?.message ?? "";
    asked.push(message);
    assert(asked.length < 9, asked.join());
    ({ report } = await resume(pair.main, [report.runId, ...pair.bind, answers[message] ?? "--decline"]));
  }
  assertEquals(report.result.data.output, {
    other: { length: 15, name: "a file.txt", text: "content" },
    own: { word: "hello" },
  });
  for (const { name } of Deno.readDirSync(pair.main.dataDir)) {
    if (!name.startsWith("journal.sqlite")) continue;
    const bytes = await Deno.readFile(join(pair.main.dataDir, name));
    assert(!new TextDecoder("latin1").decode(bytes).includes("pass-phrase"), name);
  }
});

test("with one place a related run that waits holds none, nor does its caller; their time limits stand still", async () => {
  await using pair = await makePair(
    `main: { timeout: 1500, run: (ctx) => ctx.related("other").run("asks") }, quick: { run: () => "quick" }`,
    { other: `asks: { timeout: 1500, run: (ctx) => ctx.approve("go", { title: "Go?" }) }` },
  );
  const shown = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using client = await connectForms(pair.main, "v1", {
    args: [...pair.bind, "--max-concurrency", "1"],
    answer: async () => {
      shown.resolve();
      await answer.promise;
      return { action: "accept", content: { approved: true } };
    },
  });
  const waiting = client.call("main");
  await shown.promise;
  const before = Date.now();
  assertEquals((await client.call("quick")).structuredContent.output, "quick");
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 2000 - (Date.now() - before))));
  answer.resolve();
  const { structuredContent } = await waiting;
  assertEquals(structuredContent.output, { approved: true }, JSON.stringify(structuredContent));
});

test("a run whose worker was given up while it waited goes on with the related run that asks", async () => {
  await using pair = await makePair(
    `main: { async run(ctx) {
      const begun = await ctx.value("begun").update((times) => (times ?? 0) + 1);
      return { ...await ctx.related("other").run("asks"), begun };
     } },
     fills: { run: (ctx) => ctx.approve("go", { title: "Fills?" }) }`,
    {
      other: `asks: { async run(ctx) {
        const first = await ctx.step("first", () => ctx.runId);
        return { ...await ctx.approve("go", { title: "Go?" }), isSame: first === ctx.runId };
      } }`,
    },
  );
  const answers = { main: Promise.withResolvers<void>(), fills: Promise.withResolvers<void>() };
  await using client = await connectForms(pair.main, "v1", {
    args: [...pair.bind, "--max-concurrency", "2"],
    answer: async ({ message }) => {
      await (message === "Fills?" ? answers.fills : answers.main).promise;
      return { action: "accept", content: { approved: true } };
    },
  });
  const shown = (count: number) =>
    eventually(`${count} forms`, { ms: 20_000, is: () => client.forms.length === count });
  const waiting = client.call("main");
  await shown(1);
  // So many that the worker of the one that waits longest has to make room.
  const others = Array.from({ length: 16 }, () => client.call("fills"));
  await shown(17);
  answers.main.resolve();
  assertEquals((await waiting).structuredContent.output, { approved: true, isSame: true, begun: 2 });
  answers.fills.resolve();
  await Promise.all(others);
  const { runs } = await listRuns(pair.main);
  assertEquals(runs.filter(({ entrypointId }) => entrypointId === "asks").map(({ status }) => status), [
    "success",
  ]);
});

for (
  const [whose, isKilled] of [
    ["the calling run", (index: number) => index === 0],
    ["the related run", (index: number) => index === 1],
    ["either run", () => true],
  ] as const
) {
  test(`an answer reaches the related run when the process of ${whose} has died since`, async () => {
    await using orders = await openSample("orders");
    await using server = new RawServer(["mcp", orders.dir, "--data-dir", orders.dataDir, ...BIND]);
    await server.initialize({ elicitation: {} });
    const params = { name: "order", arguments: LARGE };
    await server.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params });
    const form = await server.next();
    assertEquals(form.method, "elicitation/create");
    const killed = executorsOf(server.pid).filter((_, index) => isKilled(index));
    for (const pid of killed) Deno.kill(pid, "SIGKILL");
    // The server has seen its end once it is not even a zombie.
    const isThere = (pid: number) =>
      new Deno.Command("ps", { args: ["-p", String(pid)] }).outputSync().success;
    await eventually("their end", { ms: 5000, is: () => !killed.some(isThere) });
    await server.request("ping");
    await server.send({
      jsonrpc: "2.0",
      id: form.id,
      result: { action: "accept", content: { approved: true } },
    });
    const { result } = await server.next();
    assertEquals(result.structuredContent.output, INVOICED, JSON.stringify(result));
  });
}

test("what the project of the project asks comes all the way, and its answer goes all the way back", async () => {
  await using pair = await makePair(
    `main: { run: (ctx) => ctx.related("other").run("middle") },
     leaf: { run: (ctx) => ctx.approve("go", { title: "Go?" }) }`,
    { other: `middle: { run: async (ctx) => ({ leaf: await ctx.related("main").run("leaf") }) }` },
  );
  await using client = await connectForms(pair.main, "v2 modern", {
    args: pair.bind,
    answer: () => ({ action: "accept", content: { approved: true, reason: "all good" } }),
  });
  const { structuredContent } = await client.call("main");
  assertEquals(structuredContent.output, { leaf: { approved: true, reason: "all good" } });
  assertEquals(client.forms[0]?.message, 'Related project "other" asks: Related project "main" asks: Go?');

  const { report: { runId } } = await runJson(pair.main, [...pair.bind, "main"]);
  const { report } = await resume(pair.main, [runId, ...pair.bind, "--decline"]);
  assertEquals(report.result.data.output, { leaf: { approved: false } });
});

test("project code cannot make up a question of a related project, nor its answer", async () => {
  await using pair = await makePair(
    `main: { async run(ctx) {
      const { approved } = await ctx.ask("x/>" + ctx.runId + ":?go", { message: "Like it?", fields: { approved: { type: "boolean", required: true } } });
      return { approved, other: await ctx.related("other").run("asks") };
    } }`,
    { other: `asks: { run: (ctx) => ctx.approve("go", { title: "Go?" }) }` },
  );
  const { report: { runId } } = await runJson(pair.main, [...pair.bind, "main"]);
  const { code, report } = await resume(pair.main, [runId, ...pair.bind, "--answer=approved=true"]);
  assertEquals([code, report.interactions.at(-1)?.message], [3, 'Related project "other" asks: Go?']);
  using journal = openJournal(pair.main.dataDir);
  const keys = journal.replay(runId).answers.map(({ request: { key } }) => key);
  assertEquals(keys, [`?${encodeURIComponent(`x/>${runId}:?go`)}`]);
});

function test(title: string, fn: () => Promise<void>): void {
  // Transports of the clients keep timers for a while after they are closed.
  Deno.test({ name: title, fn, sanitizeOps: false, sanitizeResources: false });
}
