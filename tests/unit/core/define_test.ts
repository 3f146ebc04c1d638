import { assert, assertEquals, assertMatch, assertStrictEquals, assertThrows } from "@std/assert";
import { define, getDefinition } from "../../../src/core/define.ts";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../src/errors.ts";

const definition = { entrypoints: { main: { run: () => 1 }, second: { run: () => 2 } } };

Deno.test("define() gives a frozen object that tells the ids and nothing else", () => {
  const workflow = define(definition);
  assertEquals({ ...workflow }, { entrypointIds: ["main", "second"] });
  assert(Object.isFrozen(workflow) && Object.isFrozen(workflow.entrypointIds));
});

Deno.test("define() throws at once, with a stack that begins at the caller", () => {
  function callOfTheAuthor() {
    define({ entrypoints: { main: { run: true } } });
  }
  const error = assertThrows(
    callOfTheAuthor,
    WorkflowError,
    "entrypoints.main.run: expected a function, found true",
  );
  assertEquals(error.code, "invalid_definition");
  assertMatch(
    error.stack ?? "",
    /^WorkflowError: Cannot read the workflow definition: .*\n\s+at callOfTheAuthor /,
  );
});

Deno.test("getDefinition() gives the spec and the author's own functions", () => {
  const defined = getDefinition(define(definition));
  assertEquals(defined?.spec, parseDefinition(definition));
  assertStrictEquals<unknown>(defined?.definition, definition);
});

const STRANGERS: [claim: string, value: unknown][] = [
  ["a copy of a definition", { ...define(definition) }],
  ["an object that looks like one", { entrypointIds: ["main"] }],
  ["an object that inherits from one", Object.create(define(definition))],
  ["a proxy of one", new Proxy(define(definition), {})],
  ["the author's own object", definition],
  ["nothing", undefined],
  ["null", null],
  ["a function", () => {}],
];

for (const [claim, value] of STRANGERS) {
  Deno.test(`getDefinition() does not know ${claim}`, () => assertEquals(getDefinition(value), undefined));
}
