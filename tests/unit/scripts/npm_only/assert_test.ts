import * as std from "@std/assert";
import { assert, assertEquals, AssertionError, assertRejects, assertThrows } from "@std/assert";

// The same cases run on @std/assert and, npm-only, on its adapter: both have to agree.
const rowWithoutPrototype = Object.assign(Object.create(null), { a: 1 });

class Point {
  constructor(readonly x: number) {}
}

const PAIRS: [title: string, a: unknown, b: unknown, equal: boolean][] = [
  ["equal objects", { a: 1, b: [2] }, { b: [2], a: 1 }, true],
  ["a different value", { a: 1 }, { a: 2 }, false],
  ["a text and a number", "1", 1, false],
  ["undefined and absent", { a: undefined }, {}, false],
  ["null and undefined", null, undefined, false],
  ["NaN", NaN, NaN, true],
  ["0 and -0", 0, -0, true],
  ["a row without a prototype", rowWithoutPrototype, { a: 1 }, true],
  ["an instance and a plain object", new Point(1), { x: 1 }, false],
  ["two instances", new Point(1), new Point(1), true],
  ["dates", new Date(1), new Date(1), true],
  ["different dates", new Date(1), new Date(2), false],
  ["patterns", /a/g, /a/g, true],
  ["different patterns", /a/g, /a/, false],
  ["URLs", new URL("http://a/"), new URL("http://a/"), true],
  ["maps in any order", new Map([["a", 1], ["b", 2]]), new Map([["b", 2], ["a", 1]]), true],
  ["different maps", new Map([["a", 1]]), new Map([["a", 2]]), false],
  ["sets of objects", new Set([{ a: 1 }]), new Set([{ a: 1 }]), true],
  ["different sets", new Set([1]), new Set([2]), false],
  ["bytes", new Uint8Array([1, 2]), new Uint8Array([1, 2]), true],
  ["different bytes", new Uint8Array([1]), new Uint8Array([2]), false],
  ["arrays of different length", [1], [1, 2], false],
  ["an array and an object", [1], { 0: 1 }, false],
  ["errors with different messages", new Error("a"), new Error("b"), false],
];

for (const [title, a, b, equal] of PAIRS) {
  Deno.test(`assertEquals() and assertNotEquals() of ${title}`, () => {
    assertEquals(passes(() => assertEquals(a, b)), equal);
    assertEquals(passes(() => std.assertNotEquals(a, b)), !equal);
  });
}

Deno.test("assertEquals() ends on a cycle", () => {
  const a: Record<string, unknown> = { x: 1 };
  a.self = a;
  const b: Record<string, unknown> = { x: 1 };
  b.self = b;
  assertEquals(a, b);
});

const CHECKS: [title: string, check: () => void, passes: boolean][] = [
  ["assert(1)", () => assert(1), true],
  ["assert(0)", () => assert(0), false],
  ["assertFalse(0)", () => std.assertFalse(0), true],
  ["assertFalse(1)", () => std.assertFalse(1), false],
  ["fail()", () => std.fail("x"), false],
  ["assertExists(0)", () => std.assertExists(0), true],
  ["assertExists(null)", () => std.assertExists(null), false],
  ["assertMatch()", () => std.assertMatch("abc", /b/), true],
  ["assertMatch() of no match", () => std.assertMatch("abc", /x/), false],
  ["assertStringIncludes()", () => std.assertStringIncludes("abc", "b"), true],
  ["assertStringIncludes() of no part", () => std.assertStringIncludes("abc", "x"), false],
  ["assertStrictEquals()", () => std.assertStrictEquals(NaN, NaN), true],
  ["assertStrictEquals() of 0 and -0", () => std.assertStrictEquals(0, -0), false],
  ["assertStrictEquals() of equal objects", () => std.assertStrictEquals<unknown>({}, {}), false],
  ["assertGreater(2, 1)", () => std.assertGreater(2, 1), true],
  ["assertGreater(1, 1)", () => std.assertGreater(1, 1), false],
  ["assertLess(1, 2)", () => std.assertLess(1, 2), true],
  ["assertLess(1, 1)", () => std.assertLess(1, 1), false],
  ["assertInstanceOf()", () => std.assertInstanceOf(new TypeError(), Error), true],
  ["assertInstanceOf() of another class", () => std.assertInstanceOf(new Error(), TypeError), false],
  ["assertArrayIncludes()", () => std.assertArrayIncludes([1, { a: 1 }], [{ a: 1 }]), true],
  ["assertArrayIncludes() of a missing one", () => std.assertArrayIncludes([1], [1, 2]), false],
  ["assertObjectMatch()", () => std.assertObjectMatch({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }), true],
  [
    "assertObjectMatch() of another value",
    () => std.assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }),
    false,
  ],
  ["assertObjectMatch() of a missing key", () => std.assertObjectMatch({ a: 1 }, { a: 1, b: 2 }), false],
  [
    "assertObjectMatch() in an array",
    () => std.assertObjectMatch({ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }),
    true,
  ],
  ["assertObjectMatch() of a longer array", () => std.assertObjectMatch({ a: [1] }, { a: [1, 2] }), false],
  [
    "assertObjectMatch() of an instance",
    () => std.assertObjectMatch({ p: new Point(1) }, { p: { x: 1 } }),
    true,
  ],
  [
    "assertObjectMatch() of a date",
    () => std.assertObjectMatch({ d: new Date(1) }, { d: new Date(2) }),
    false,
  ],
  ["assertThrows()", () => void assertThrows(raise), true],
  ["assertThrows() of no error", () => void assertThrows(() => {}), false],
  ["assertThrows(Class)", () => void assertThrows(raise, RangeError), true],
  ["assertThrows(another Class)", () => void assertThrows(raise, SyntaxError), false],
  ["assertThrows(Class, part)", () => void assertThrows(raise, RangeError, "far"), true],
  ["assertThrows(Class, another part)", () => void assertThrows(raise, RangeError, "near"), false],
];

for (const [title, check, expected] of CHECKS) {
  Deno.test(`${title} ${expected ? "passes" : "fails"}`, () => assertEquals(passes(check), expected));
}

Deno.test("assertThrows() gives the error, assertRejects() its promise", async () => {
  assertEquals(assertThrows(raise, RangeError).message, "too far");
  const error = await assertRejects(() => Promise.reject(new RangeError("too far")), RangeError, "far");
  assertEquals(error.message, "too far");
});

Deno.test("assertRejects() fails for what resolves, throws at once or rejects with another class", async () => {
  await assertRejects(() => assertRejects(() => Promise.resolve()), AssertionError);
  await assertRejects(() => assertRejects(raise as () => Promise<void>), AssertionError);
  await assertRejects(
    () => assertRejects(() => Promise.reject(new Error("x")), SyntaxError),
    AssertionError,
    "SyntaxError",
  );
});

function raise(): never {
  throw new RangeError("too far");
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof AssertionError) return false;
    throw error;
  }
}
