import { assert, assertEquals, assertRejects } from "@std/assert";
import { askOnTerminal } from "../../../src/cli/terminal_form.ts";
import { approval, question } from "./_questions.ts";
import { Typist } from "./_typist.ts";

const signal = new AbortController().signal;

Deno.test("askOnTerminal() asks for one field after the other, each until it is right", async () => {
  const terminal = new Typist("2", "many", "0", "2", "b,3", "x", "y", "", "2026-02-30", "");
  const request = question({
    tone: { type: "string", options: ["formal", "plain"], required: true },
    copies: { type: "number", integer: true, minimum: 1, default: 3 },
    tags: { type: "checkboxes", options: ["a", "b", "c"] },
    words: { type: "string", multiple: true },
    since: { type: "string", format: "date" },
  });
  assertEquals(await askOnTerminal(request, { terminal, signal }), {
    action: "accept",
    values: { tone: "plain", copies: 2, tags: ["b", "c"], words: ["x", "y"] },
  });
  assertEquals(
    terminal.screen,
    `
Which style?

  1. formal
  2. plain
tone (1 to 2): 2
copies (a whole number of at least 1; Enter for 3): many
  It needs a number such as 1.5; got "many".
copies (a whole number of at least 1; Enter for 3): 0
  It must be at least 1; got 0.
copies (a whole number of at least 1; Enter for 3): 2
  1. a
  2. b
  3. c
tags (numbers from 1 to 3, with commas; optional): b,3
words (one a line, an empty line ends; optional)
> x
> y
>${" "}
since (a date such as 2026-01-31; optional): 2026-02-30
  It must be a date such as 2026-01-31; got "2026-02-30".
since (a date such as 2026-01-31; optional):${" "}
`,
  );
});

Deno.test("askOnTerminal() offers for each field what is resolved from those before it", async () => {
  const terminal = new Typist("2", "2");
  const request = question({
    country: { type: "string", options: ["DE", "FR"], required: true },
    city: { type: "string", required: true },
  });
  const seen: unknown[] = [];
  const resolveOptions = (values: Readonly<Record<string, unknown>>) => {
    seen.push(values);
    const city = values.country === "FR" ? [{ value: "Lyon" }, { value: "Paris" }] : [{ value: "Bonn" }];
    return Promise.resolve({ city });
  };
  assertEquals(await askOnTerminal(request, { terminal, signal, resolveOptions }), {
    action: "accept",
    values: { country: "FR", city: "Paris" },
  });
  assertEquals(seen, [{}, { country: "FR" }]);
});

Deno.test("askOnTerminal() fills in defaults where lines are empty, and takes - for none", async () => {
  const request = question({
    tags: { type: "checkboxes", options: ["a", "b"], default: ["a"] },
    more: { type: "checkboxes", options: ["a", "b"], default: ["b"] },
    sure: { type: "boolean", required: true },
  });
  assertEquals(await askOnTerminal(request, { terminal: new Typist("", "-", "no"), signal }), {
    action: "accept",
    values: { tags: ["a"], more: [], sure: false },
  });
});

Deno.test("askOnTerminal() says which of several values is wrong", async () => {
  const terminal = new Typist("a", "b", "", "a@example.com", "", "");
  const request = question({ to: { type: "string", format: "email", multiple: true, required: true } });
  assertEquals(await askOnTerminal(request, { terminal, signal }), {
    action: "accept",
    values: { to: ["a@example.com"] },
  });
  assert(
    terminal.screen.includes('  Value 2 must be an e-mail address such as name@example.com; got "b".\n'),
  );
});

Deno.test("askOnTerminal() never shows a secret, right or wrong", async () => {
  const terminal = new Typist("", "hunt", "hunter22", "7x", "77");
  const request = question({
    password: { type: "string", secret: true, required: true, minLength: 8 },
    pin: { type: "number", secret: true, required: true },
  });
  assertEquals(await askOnTerminal(request, { terminal, signal }), {
    action: "accept",
    values: { password: "hunter22", pin: 77 },
  });
  assert(!/hunt|7/.test(terminal.screen), terminal.screen);
});

Deno.test("askOnTerminal() takes an approval from a yes alone", async () => {
  const terminal = new Typist("", "ok", "yes", "");
  assertEquals(await askOnTerminal(approval(), { terminal, signal }), {
    action: "accept",
    values: { approved: true },
  });
  assert(terminal.screen.includes("It has to be filled in.\n"));
  assert(terminal.screen.includes("Type yes or no.\n"));
});

Deno.test("askOnTerminal() asks whether a form without required fields is to be sent", async () => {
  const request = question({ note: { type: "string" } });
  const ask = (...lines: string[]) => askOnTerminal(request, { terminal: new Typist(...lines), signal });
  assertEquals(await ask("", "", "yes"), { action: "accept", values: {} });
  assertEquals(await ask("hello", "y"), { action: "accept", values: { note: "hello" } });
  assertEquals(await ask("hello", "no"), { action: "decline" });
});

Deno.test("askOnTerminal() gives no answer where the input ends before the form does", async () => {
  const request = question({ a: { type: "string", required: true }, b: { type: "string", multiple: true } });
  for (const lines of [[], ["x"], ["x", "y"]]) {
    assertEquals(await askOnTerminal(request, { terminal: new Typist(...lines), signal }), undefined);
  }
  const optional = question({ a: { type: "string" } });
  assertEquals(await askOnTerminal(optional, { terminal: new Typist("x"), signal }), undefined);
});

Deno.test("askOnTerminal() gives up when its signal aborts", async () => {
  const given = new AbortController();
  given.abort();
  const asking = askOnTerminal(approval(), { terminal: new Typist("yes"), signal: given.signal });
  await assertRejects(() => asking, DOMException);
});

Deno.test("askOnTerminal() shows what a workflow says without doing what it says to the terminal", async () => {
  const terminal = new Typist("no", "");
  await askOnTerminal(approval("Pay\u001b[8m 1000 EUR\r 1 EUR"), { terminal, signal });
  assert(terminal.screen.includes("\nPay\\u001b[8m 1000 EUR\\u000d 1 EUR\n"), terminal.screen);
});
