import timers from "node:timers";
import vm from "node:vm";

/**
 * The name of the script that makes code from text. It must be no URL: V8 resolves an `import()` in such code against the
 * script whose function made it, and the loader refuses a referrer that is no URL.
 */
const SCRIPT_NAME = "code made from text";

// Strict, so that no caller reaches the originals through these functions. They call nothing that project code could have
// replaced, since whatever they call would be handed the originals.
const SCRIPT = `"use strict"; (construct) => ({
  toEval: (original) => ({ eval: (text) => original(text) }).eval,
  toConstructor: (original, name) => ({
    [name]: function (...parts) { return construct(original, parts, new.target ?? original); },
  })[name],
})`;

const TIMERS = [
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "clearImmediate",
] as const;

interface Makers {
  toEval(original: typeof eval): typeof eval;
  toConstructor(original: FunctionConstructor, name: string): FunctionConstructor;
}

/**
 * Lets code that is made from text at run time (`eval`, `new Function` and its kin) run as before but import nothing: in a
 * compiled program `import()` reads any file, whatever the worker may read. A bundle itself has no `import()`.
 *
 * `eval(text)` no longer sees the variables around the call, only global ones: a direct `eval` would be code of the bundle.
 * Timers become those of Node, which npm packages expect and which take no text.
 */
export function confineCodeFromText(): void {
  const makers = new vm.Script(SCRIPT, { filename: SCRIPT_NAME }).runInThisContext()(
    Reflect.construct,
  ) as Makers;
  globalThis.eval = makers.toEval(globalThis.eval);
  globalThis.Function = replaceConstructor(Function, makers);
  for (const example of [async () => {}, function* () {}, async function* () {}]) {
    const replaced = replaceConstructor(example.constructor as FunctionConstructor, makers);
    Object.setPrototypeOf(replaced, globalThis.Function);
  }
  for (const name of TIMERS) Object.assign(globalThis, { [name]: timers[name] });
}

function replaceConstructor(original: FunctionConstructor, makers: Makers): FunctionConstructor {
  const replaced = makers.toConstructor(original, original.name);
  Object.defineProperties(replaced, {
    length: { value: original.length },
    prototype: { value: original.prototype, writable: false },
  });
  Object.defineProperty(original.prototype, "constructor", { value: replaced });
  return replaced;
}
