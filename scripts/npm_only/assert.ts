// Stands in for jsr:@std/assert where jsr.io cannot be reached: the names that this project uses, with their meaning.
import { AssertionError as NodeAssertionError, deepStrictEqual } from "node:assert/strict";
import { inspect, stripVTControlCharacters } from "node:util";
import { equal } from "./_equal.ts";

// deno-lint-ignore no-explicit-any -- a constructor is a constructor whatever it takes
type Constructor<T> = abstract new (...args: any[]) => T;

/** What every failed assertion throws. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Fails unless the value is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}

/** Fails unless the value is falsy. */
export function assertFalse(expr: unknown, msg = ""): asserts expr is false | 0 | 0n | "" | null | undefined {
  if (expr) throw new AssertionError(msg);
}

/** Fails always. */
export function fail(msg?: string): never {
  throw new AssertionError(`Failed assertion${suffix(msg)}`);
}

/** Fails unless both are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) {
    throw new AssertionError(`Values are not equal${suffix(msg)}\n${difference(actual, expected)}`);
  }
}

/** Fails if both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) {
    throw new AssertionError(`Expected actual: ${show(actual)} not to be: ${show(expected)}${suffix(msg)}`);
  }
}

/** Fails unless both are the same value. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (!Object.is(actual, expected)) {
    throw new AssertionError(`Values are not strictly equal${suffix(msg)}\n${difference(actual, expected)}`);
  }
}

/** Fails for `null` and `undefined`. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    throw new AssertionError(`Expected actual: "${actual}" to not be null or undefined${suffix(msg)}`);
  }
}

/** Fails unless the text matches. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (!expected.test(actual)) {
    throw new AssertionError(`Expected actual: "${actual}" to match: "${expected}"${suffix(msg)}`);
  }
}

/** Fails unless the text contains the other. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (!actual.includes(expected)) {
    throw new AssertionError(`Expected actual: "${actual}" to contain: "${expected}"${suffix(msg)}`);
  }
}

/** Fails unless the first is greater. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual > expected)) throw new AssertionError(msg ?? `Expect ${show(actual)} > ${show(expected)}`);
}

/** Fails unless the first is less. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual < expected)) throw new AssertionError(msg ?? `Expect ${show(actual)} < ${show(expected)}`);
}

/** Fails unless the value was made by the class. */
export function assertInstanceOf<T>(
  actual: unknown,
  expectedType: Constructor<T>,
  msg?: string,
): asserts actual is T {
  if (!(actual instanceof expectedType)) {
    throw new AssertionError(
      `Expected object to be an instance of "${expectedType.name}" but was ${show(actual)}${suffix(msg)}`,
    );
  }
}

/** Fails unless every expected member is in the array. */
export function assertArrayIncludes<T>(
  actual: ArrayLike<T> & object,
  expected: ArrayLike<T> & object,
  msg?: string,
): void {
  const members = Array.from(actual);
  const missing = Array.from(expected).filter((item) => !members.some((member) => equal(member, item)));
  if (missing.length > 0) {
    throw new AssertionError(
      `Expected actual: "${show(actual)}" to include: "${show(expected)}"${suffix(msg)}\nmissing: ${
        show(missing)
      }`,
    );
  }
}

/** Fails unless every property of `expected`, at every depth, is in `actual`; arrays are compared to the shorter's end. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any -- as in @std/assert
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  assertEquals<unknown>(commonPart(actual, expected), commonPart(expected, expected), msg);
}

/** Fails unless the function throws; a class and a part of the message can be asked for. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(fn: () => unknown, ...rest: ExpectedError): unknown {
  const { ErrorClass, msgIncludes, msg } = toExpectation(rest);
  try {
    fn();
  } catch (error) {
    checkError(error, { ErrorClass, msgIncludes, msg, verb: "thrown" });
    return error;
  }
  throw new AssertionError(`Expected function to throw${suffix(msg)}`);
}

/** Fails unless the promise of the function rejects; a class and a part of the message can be asked for. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  ...rest: ExpectedError
): Promise<unknown> {
  const { ErrorClass, msgIncludes, msg } = toExpectation(rest);
  const promise = startRejecting(fn, msg);
  try {
    await promise;
  } catch (error) {
    checkError(error, { ErrorClass, msgIncludes, msg, verb: "rejected" });
    return error;
  }
  throw new AssertionError(`Expected function to reject${suffix(msg)}`);
}

type ExpectedError = [errorClassOrMsg?: Constructor<Error> | string, msgIncludesOrMsg?: string, msg?: string];

interface Expectation {
  ErrorClass: Constructor<Error> | undefined;
  msgIncludes: string | undefined;
  msg: string | undefined;
}

function toExpectation([errorClassOrMsg, msgIncludes, msg]: ExpectedError): Expectation {
  if (typeof errorClassOrMsg === "string") {
    return { ErrorClass: undefined, msgIncludes: undefined, msg: errorClassOrMsg };
  }
  return { ErrorClass: errorClassOrMsg, msgIncludes, msg };
}

function checkError(error: unknown, expected: Expectation & { verb: string }): void {
  const { ErrorClass, msgIncludes, msg, verb } = expected;
  if (ErrorClass === undefined) return;
  if (!(error instanceof Error)) throw new AssertionError(`A non-Error object was ${verb}${suffix(msg)}`);
  const className = error.constructor.name;
  if (!(error instanceof ErrorClass)) {
    throw new AssertionError(
      `Expected error to be instance of "${ErrorClass.name}", but was "${className}"${suffix(msg)}`,
    );
  }
  const message = stripVTControlCharacters(error.message);
  if (msgIncludes !== undefined && !message.includes(stripVTControlCharacters(msgIncludes))) {
    throw new AssertionError(
      `Expected error message to include ${JSON.stringify(msgIncludes)}, but got ${JSON.stringify(message)}${
        suffix(msg)
      }`,
    );
  }
}

function startRejecting(fn: () => PromiseLike<unknown>, msg: string | undefined): PromiseLike<unknown> {
  let promise: PromiseLike<unknown> | undefined;
  try {
    promise = fn();
  } catch {
    // Said below: throwing is no rejecting.
  }
  if (typeof promise?.then !== "function") {
    throw new AssertionError(`Function throws when expected to reject${suffix(msg)}`);
  }
  return promise;
}

/** The part of `value` that `shape` speaks of, as plain objects. */
function commonPart(value: unknown, shape: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(shape)) {
    return value.slice(0, shape.length).map((item, index) => commonPart(item, shape[index]));
  }
  if (!isPlain(value) || !isPlain(shape)) return value;
  const keys = Reflect.ownKeys(value).filter((key) => Object.hasOwn(shape, key));
  return Object.fromEntries(
    keys.map((key) => [key, commonPart(Reflect.get(value, key), Reflect.get(shape, key))]),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof RegExp || value instanceof Date || value instanceof Map || value instanceof Set);
}

/** Both values line by line; node words it better than we could. */
function difference(actual: unknown, expected: unknown): string {
  try {
    deepStrictEqual(actual, expected);
  } catch (error) {
    if (error instanceof NodeAssertionError) return error.message;
  }
  return `actual: ${show(actual)}\nexpected: ${show(expected)}`;
}

function show(value: unknown): string {
  return inspect(value, { depth: 10, sorted: true });
}

function suffix(msg: string | undefined): string {
  return msg ? `: ${msg}` : ".";
}
