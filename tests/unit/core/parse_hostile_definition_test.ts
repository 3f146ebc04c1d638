// What a definition made to break its reader comes to.
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { definitions } from "../params/arbitraries.ts";
import { faultsOf, run, withEntrypoint, withParams } from "./_definition.ts";

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function throwing(error: unknown): unknown {
  return {
    get type(): string {
      throw error;
    },
  };
}

function cycle(): unknown {
  const entrypoint: Record<string, unknown> = { run };
  entrypoint.params = entrypoint;
  entrypoint.title = entrypoint;
  return entrypoint;
}

const HOSTILE: [claim: string, input: unknown][] = [
  ["a getter that throws", withParams({ p: throwing(new Error("mine")) })],
  ["a getter that throws nothing", withParams({ p: throwing(undefined) })],
  ["a getter that throws an error that throws", withParams({ p: throwing(revoked(new Error("x"))) })],
  [
    "a getter that throws an error of another code",
    withParams({ p: throwing(new WorkflowError("internal", "x")) }),
  ],
  ["a revoked proxy", revoked({})],
  ["a revoked list", withParams({ p: { type: "string", options: revoked([]) } })],
  ["a revoked pattern", withParams({ p: { type: "string", pattern: revoked({}) } })],
  [
    "a proxy whose every trap throws",
    new Proxy(
      {},
      new Proxy({}, {
        get: () => () => {
          throw new Error("trap");
        },
      }),
    ),
  ],
  ["a cycle", withEntrypoint(cycle())],
  ["a text of ten million characters", withParams({ p: { type: "x".repeat(10_000_000) } })],
  [
    "a BigInt, a symbol and a function",
    withParams({ p: { type: "string", title: 1n, description: Symbol(), default: run } }),
  ],
];

for (const [claim, input] of HOSTILE) {
  Deno.test(`parseDefinition() ends with a short WorkflowError for ${claim}`, () => {
    const error = assertThrows(() => parseDefinition(input), WorkflowError);
    assertEquals(error.code, "invalid_definition");
    assert(error.message.length < 1000);
  });
}

Deno.test("parseDefinition() tells what a getter threw", () => {
  assertEquals(faultsOf(withParams({ p: throwing(new Error("mine")) })), [
    { path: "entrypoints.main.params.p", reason: "cannot be read: mine" },
  ]);
});

Deno.test("parseDefinition() reads each property once", () => {
  const reads: PropertyKey[] = [];
  const watch = (object: object): unknown =>
    new Proxy(object, {
      get: (target, key, receiver) => (reads.push(key), Reflect.get(target, key, receiver)),
    });
  parseDefinition(
    withEntrypoint(watch({ run, params: watch({ p: watch({ type: "number", default: 1 }) }) })),
  );
  assertEquals(reads.toSorted(), ["default", "p", "params", "run", "type"]);
});

Deno.test("parseDefinition() returns or throws a WorkflowError, whatever it is given", () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), returnsOrThrowsWorkflowError),
  );
});

Deno.test("parseDefinition() returns or throws a WorkflowError for a definition with one part replaced", () => {
  const damaged = fc.tuple(definitions(), fc.nat(), fc.anything()).map(
    ([{ definition }, place, replacement]) => {
      const copy = structuredClone(definition);
      const parts = listParts(copy);
      const [owner, key] = parts[place % parts.length] ?? [{}, "x"];
      owner[key] = replacement;
      return copy;
    },
  );
  fc.assert(fc.property(damaged, returnsOrThrowsWorkflowError));
});

function returnsOrThrowsWorkflowError(input: unknown): void {
  try {
    parseDefinition(input);
  } catch (error) {
    assert(error instanceof WorkflowError && error.code === "invalid_definition");
    assert(error.faults.length > 0);
  }
}

function listParts(value: unknown): [owner: Record<string, unknown>, key: string][] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((
    key,
  ) => [[owner, key] as [typeof owner, string], ...listParts(owner[key])]);
}
