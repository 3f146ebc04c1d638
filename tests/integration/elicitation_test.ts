import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openJournal } from "../../src/store/journal/journal.ts";
import { connectForms, FORMS_CLIENTS, type PersonAnswer, type ShownForm } from "./harness/forms_client.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

const RUN_ID = /^\d{8}-[0-9a-z]{4,}$/;
const APPROVE: PersonAnswer = { action: "accept", content: { approved: true } };

/** Asks five times and for two approvals, all in one run. */
const LONG = `
const answers = [];
for (const n of [1, 2, 3, 4, 5]) {
  const { word } = await ctx.ask("word", {
    message: \`Word \${n}?\`,
    fields: { word: { type: "string", required: true } },
  });
  answers.push(word);
}
const first = await ctx.approve("send", { title: "Send?", detail: answers.join(" ") });
const second = await ctx.approve("really", { title: "Really?" });
return { answers, first, second };`;

/** Asks for a tone, and says how that went. */
const TONE = `
try {
  const { tone } = await ctx.ask("tone", {
    message: "Which tone?",
    fields: { tone: { type: "string", options: ["formal", "plain"], required: true } },
  });
  return { tone };
} catch (error) {
  return { code: error.code };
}`;

for (const name of FORMS_CLIENTS) {
  test(`client ${name}: a run that asks five times and approves twice keeps one runId`, async () => {
    await using project = await makeMain(LONG);
    await using client = await connectForms(project, name, {
      answer: ({ message, requestedSchema }) => {
        if (requestedSchema.properties.word) {
          return { action: "accept", content: { word: message.replace(/\D/g, "") } };
        }
        return message.startsWith("Send?")
          ? APPROVE
          : { action: "accept", content: { approved: false, reason: "no" } };
      },
    });
    const { structuredContent, isError } = await client.call("main");
    assertEquals(isError, undefined);
    assertMatch(structuredContent.runId, RUN_ID);
    assertEquals(structuredContent.status, "success");
    assertEquals(structuredContent.output, {
      answers: ["1", "2", "3", "4", "5"],
      first: { approved: true },
      second: { approved: false, reason: "no" },
    });
    assertEquals(client.forms.length, 7);
    assertEquals(client.forms[5]?.message, "Send?\n\n1 2 3 4 5");
    assertEquals(statuses(project), ["success"]);
  });

  test(`client ${name}: to decline is a no to an approval, and an error that a workflow can catch to a question`, async () => {
    await using project = await makeMain(`
const asked = await ctx.ask("a", { message: "A?", fields: { a: { type: "string", required: true } } })
  .catch((error) => error.code);
return { asked, approval: await ctx.approve("b", { title: "B?" }) };`);
    await using client = await connectForms(project, name, { answer: () => ({ action: "decline" }) });
    const { structuredContent } = await client.call("main");
    assertEquals(structuredContent.output, { asked: "interaction_declined", approval: { approved: false } });
  });
}

// The other two speak to the server as one of these does.
for (const name of ["v1", "v2 modern"] as const) {
  test(`client ${name}: a question that is declined fails the run with interaction_declined`, async () => {
    await using project = await makeMain(
      `await ctx.ask("a", { message: "A?", fields: { a: { type: "string", required: true } } });`,
    );
    await using client = await connectForms(project, name, { answer: () => ({ action: "decline" }) });
    const { structuredContent, isError } = await client.call("main");
    assertEquals([isError, structuredContent.status, structuredContent.error.code], [
      true,
      "failed",
      "interaction_declined",
    ]);
  });

  test(`client ${name}: a form that is closed leaves the run waiting, and the result says how to answer`, async () => {
    await using project = await makeMain(TONE);
    await using client = await connectForms(project, name, { answer: () => ({ action: "cancel" }) });
    const { structuredContent, isError, content } = await client.call("main");
    assertLeftWaiting({ structuredContent, isError }, project);
    assertEquals(JSON.parse(content[0]?.text ?? ""), structuredContent);
    assertStringIncludes(structuredContent.error.message, "the form was closed without an answer");
    assertEquals(structuredContent.error.fields, [
      { name: "tone", type: "string", required: true, options: [{ value: "formal" }, { value: "plain" }] },
    ]);
  });

  for (
    const [what, bad, fault] of [
      ["accepts without content", { action: "accept" }, "the form was accepted without any values"],
      ["accepts with an empty form", { action: "accept", content: {} }, "tone is missing"],
      [
        "accepts what is no option",
        { action: "accept", content: { tone: "rude" } },
        'tone must be one of "formal"',
      ],
      [
        "accepts a value of another type",
        { action: "accept", content: { tone: 5 } },
        "tone must be a string; got 5",
      ],
    ] as const
  ) {
    test(`client ${name}: a person who ${what} is asked again, and told why`, async () => {
      await using project = await makeMain(TONE);
      let times = 0;
      await using client = await connectForms(project, name, {
        answer: () =>
          times++ === 0 ? bad : { action: "accept", content: { tone: "plain", extra: "dropped" } },
      });
      const { structuredContent } = await client.call("main");
      assertEquals(structuredContent.output, { tone: "plain" });
      assertEquals(client.forms.length, 2);
      assertStringIncludes(client.forms[1]?.message ?? "", fault);
      assertEquals(client.forms[1]?.requestedSchema, client.forms[0]?.requestedSchema);
    });
  }

  test(`client ${name}: a client that never gives a usable answer leaves the run waiting`, async () => {
    await using project = await makeMain(TONE);
    await using client = await connectForms(project, name, { answer: () => ({ action: "accept" }) });
    const { structuredContent, isError } = await client.call("main");
    assertLeftWaiting({ structuredContent, isError }, project);
    assertEquals(client.forms.length, 3);
  });

  for (
    const [what, capabilities] of [["nothing", {}], ["only pages to visit", {
      elicitation: { url: {} },
    }]] as const
  ) {
    test(`client ${name}: a client that declares ${what} is not asked, and told how to answer`, async () => {
      await using project = await makeMain(TONE);
      await using client = await connectForms(project, name, { capabilities });
      const { structuredContent, isError } = await client.call("main");
      assertLeftWaiting({ structuredContent, isError }, project);
      assertStringIncludes(structuredContent.error.message, "this client shows no forms");
    });
  }

  for (
    const [what, field, reason] of [
      ["a file", '{ type: "file", required: true }', '"a" takes a file'],
      ["a secret", '{ type: "string", secret: true, required: true }', '"a" is secret'],
      [
        "a list without options",
        '{ type: "string", multiple: true }',
        '"a" takes several values without fixed options',
      ],
      [
        "checkboxes without options",
        '{ type: "checkboxes" }',
        '"a" takes several values without fixed options',
      ],
    ] as const
  ) {
    test(`client ${name}: a form with ${what} is not shown, and the result says why`, async () => {
      await using project = await makeMain(
        `return await ctx.ask("q", { message: "Q?", fields: { a: ${field} } });`,
      );
      await using client = await connectForms(project, name, {
        answer: () => ({ action: "accept", content: {} }),
      });
      const { structuredContent, isError } = await client.call("main");
      assertLeftWaiting({ structuredContent, isError }, project);
      assertStringIncludes(structuredContent.error.message, reason);
      assertEquals(client.forms, []);
    });
  }

  test(`client ${name}: every kind of field that a form can have is shown, and its value arrives`, async () => {
    await using project = await makeMain(`return await ctx.ask("q", { message: "Q?", fields: {
      text: { type: "string", title: "Text", format: "email", required: true },
      time: { type: "string", format: "time" },
      number: { type: "number", minimum: 1.5, default: 2 },
      whole: { type: "number", integer: true },
      yes: { type: "boolean", default: true },
      one: { type: "string", options: [{ value: "a", label: "The A" }, "b"] },
      level: { type: "number", options: [1, 2] },
      several: { type: "checkboxes", options: ["x", "y", "z"] },
      numbers: { type: "number", multiple: true, options: [1, 2, 3] },
    } });`);
    await using client = await connectForms(project, name, {
      answer: () => ({
        action: "accept",
        content: {
          text: "a@b.example",
          time: "09:30:00Z",
          whole: 3,
          one: "a",
          level: "2",
          several: ["x", "z"],
          numbers: ["3"],
        },
      }),
    });
    const { structuredContent } = await client.call("main");
    assertEquals(structuredContent.output, {
      text: "a@b.example",
      time: "09:30:00Z",
      number: 2,
      whole: 3,
      yes: true,
      one: "a",
      level: 2,
      several: ["x", "z"],
      numbers: [3],
    });
    assertEquals(client.forms[0]?.requestedSchema, {
      type: "object",
      properties: {
        text: { title: "Text", type: "string", format: "email" },
        time: { description: "Must be a time with its zone, such as 09:30:00Z", type: "string" },
        number: { type: "number", minimum: 1.5, default: 2 },
        whole: { type: "integer" },
        yes: { type: "boolean", default: true },
        one: { type: "string", oneOf: [{ const: "a", title: "The A" }, { const: "b", title: "b" }] },
        level: { type: "string", enum: ["1", "2"] },
        several: { type: "array", items: { type: "string", enum: ["x", "y", "z"] } },
        numbers: { type: "array", items: { type: "string", enum: ["1", "2", "3"] } },
      },
      required: ["text"],
    });
  });

  test(`client ${name}: a form in which nothing is required has to be proceeded with`, async () => {
    await using project = await makeMain(`
const ask = (id) => ctx.ask(id, { message: "Q?", fields: { a: { type: "string" } } }).catch((error) => error.code);
return [await ask("q"), await ask("r")];`);
    const contents = [{}, { proceed: true }, { a: "x", proceed: false }];
    await using client = await connectForms(project, name, {
      answer: () => ({ action: "accept", content: contents.shift() }),
    });
    const { structuredContent } = await client.call("main");
    assertEquals(structuredContent.output, [{}, "interaction_declined"]);
    assertEquals(client.forms[0]?.requestedSchema.required, ["proceed"]);
    assertStringIncludes(client.forms[1]?.message ?? "", "proceed must be true or false");
  });

  test(`client ${name}: the time limit stands still while a person thinks`, async () => {
    await using project = await makeMain(TONE, { entrypoint: "timeout: 1500," });
    await using client = await connectForms(project, name, {
      answer: async () => {
        await new Promise((resolve) => setTimeout(resolve, 2500));
        return { action: "accept", content: { tone: "formal" } };
      },
    });
    const { structuredContent } = await client.call("main");
    assertEquals(structuredContent.output, { tone: "formal" });
  });

  test(`client ${name}: runs wait without taking places from others`, async () => {
    await using project = await makeMain(
      `if (values.ask) await ctx.approve("go", { title: "Go?" });\nreturn values.ask ?? null;`,
      { params: '{ ask: { type: "boolean" } }' },
    );
    const free = Promise.withResolvers<PersonAnswer>();
    const shown = Promise.withResolvers<void>();
    await using client = await connectForms(project, name, {
      args: ["--max-concurrency", "1"],
      answer: () => (shown.resolve(), free.promise),
    });
    const waiting = [1, 2, 3].map(() => client.call("main", { ask: true }));
    await shown.promise;
    assertEquals((await client.call("main")).structuredContent.output, null);
    free.resolve(APPROVE);
    const results = await Promise.all(waiting);
    assertEquals(results.map(({ structuredContent }) => structuredContent.output), [true, true, true]);
    assertEquals(new Set(results.map(({ structuredContent }) => structuredContent.runId)).size, 3);
  });
}

for (const name of ["v1", "v2 legacy"] as const) {
  test(`client ${name}: cancelling the call while the form is open takes the form back and ends the run`, async () => {
    await using project = await makeMain(TONE);
    const controller = new AbortController();
    const gone = Promise.withResolvers<void>();
    await using client = await connectForms(project, name, {
      answer: (_form: ShownForm, signal) => {
        signal.addEventListener("abort", () => gone.resolve());
        controller.abort("enough");
        return new Promise(() => {});
      },
    });
    const outcome = await client.call("main", {}, { signal: controller.signal }).catch(() => "refused");
    assertEquals(outcome, "refused");
    await gone.promise;
    await client[Symbol.asyncDispose]();
    assertEquals(statuses(project), ["cancelled"]);
  });

  test(`client ${name}: a run that fails while its form is open takes the form back and is answered`, async () => {
    await using project = await makeMain(`
const asked = ctx.approve("go", { title: "Go?" });
asked.catch(() => {});
await new Promise((resolve) => setTimeout(resolve, 300));
throw new Error("Something else failed");`);
    const gone = Promise.withResolvers<void>();
    await using client = await connectForms(project, name, {
      answer: (_form, signal) => {
        signal.addEventListener("abort", () => gone.resolve());
        return new Promise(() => {});
      },
    });
    const { structuredContent } = await client.call("main");
    assertEquals([structuredContent.status, structuredContent.error.code], ["failed", "run_failed"]);
    await gone.promise;
  });

  test(`client ${name}: a client that cannot show a form after all leaves the run waiting`, async () => {
    await using project = await makeMain(TONE);
    await using client = await connectForms(project, name, {
      answer: () => Promise.reject(new Error("no window")),
    });
    const { structuredContent, isError } = await client.call("main");
    assertLeftWaiting({ structuredContent, isError }, project);
    assertStringIncludes(structuredContent.error.message, "no window");
  });
}

/** What became of the runs of a project, the newest first. */
function statuses({ dataDir }: TempProject): string[] {
  using journal = openJournal(dataDir);
  return journal.list().runs.map(({ status }) => status);
}

/** The clients leave timers and handles of their transports behind. */
function test(title: string, fn: () => Promise<void>): void {
  Deno.test({ name: title, fn, sanitizeOps: false, sanitizeResources: false });
}

function assertLeftWaiting(
  // deno-lint-ignore no-explicit-any -- results of every kind
  { structuredContent, isError }: { structuredContent: any; isError?: boolean | undefined },
  { dataDir }: TempProject,
): void {
  const { runId, status, entrypointId, entrypointTitle, error } = structuredContent;
  assertEquals(isError, true);
  assertMatch(runId, RUN_ID);
  assertEquals({ status, entrypointId, entrypointTitle, code: error.code }, {
    status: "waiting_for_input",
    entrypointId: "main",
    entrypointTitle: "Main",
    code: "interaction_required",
  });
  assertStringIncludes(error.message, `workflow-code resume ${runId} --data-dir ${dataDir}`);
  assert(error.fields.length > 0);
}
