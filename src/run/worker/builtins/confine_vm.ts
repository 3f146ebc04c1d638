import type { Loose, Members } from "./members.ts";

/** Makes any name one that is no URL. */
const NAME_PREFIX = "code from ";

// Taken before project code can replace them: they are handed the originals.
const { apply, construct } = Reflect;

/**
 * Lets `node:vm` compile code that imports nothing (see `confineCodeFromText`): every script gets a name that is no URL, and
 * new contexts make no code from text, since a script of the runtime could be brought to call their own `Function`. Cached
 * data is not taken: V8 would run whatever bytecode it holds.
 *
 * @param vm The module; its members are replaced.
 */
export function confineVm(vm: Members): void {
  const { compileFunction, createContext, runInContext, runInThisContext } = vm as Record<string, Loose>;
  const Script = confineScript(vm.Script as ScriptClass, contextFor);

  function contextFor(object: unknown, options: unknown): unknown {
    return createContext?.(object, toContextOptions(options));
  }
  Object.assign(vm, {
    Script,
    createScript: (code: unknown, options: unknown) => construct(Script, [code, options]),
    createContext: contextFor,
    compileFunction: (code: unknown, params: unknown, options: unknown) =>
      compileFunction?.(code, params, toScriptOptions(options)),
    runInThisContext: (code: unknown, options: unknown) => runInThisContext?.(code, toScriptOptions(options)),
    runInContext: (code: unknown, context: unknown, options: unknown) =>
      runInContext?.(code, context, toScriptOptions(options)),
    runInNewContext: (code: unknown, object: unknown, options: unknown) =>
      runInContext?.(code, contextFor(object, ofNewContext(options)), toScriptOptions(options)),
  });
}

type ScriptClass = {
  new (code: unknown, options: unknown): object;
  readonly prototype: Record<string, Loose>;
};

function confineScript(original: ScriptClass, contextFor: Loose): ScriptClass {
  const { prototype } = original;
  const { runInContext } = prototype;
  const Script = function (code: unknown, options: unknown): object {
    if (new.target === undefined) {
      throw new TypeError("Class constructor Script cannot be invoked without 'new'");
    }
    return construct(original, [code, toScriptOptions(options)], new.target);
  } as unknown as ScriptClass;
  Object.defineProperty(Script, "prototype", { value: prototype, writable: false });
  prototype.constructor = Script as unknown as Loose;
  prototype.runInNewContext = function (this: unknown, object: unknown, options: unknown): unknown {
    return apply(runInContext as Loose, this, [contextFor(object, ofNewContext(options)), options]);
  };
  return Script;
}

/** Each member is read once: what is checked is what is used. */
function toScriptOptions(options: unknown): unknown {
  if (
    options !== undefined && typeof options !== "string" && (typeof options !== "object" || options === null)
  ) {
    return options; // The module refuses it in its own words.
  }
  const given: Members = typeof options === "string" ? { filename: options } : { ...options };
  const { filename = "evalmachine.<anonymous>" } = given;
  return {
    ...given,
    cachedData: undefined,
    filename: typeof filename === "string" ? `${NAME_PREFIX}${filename}` : filename,
  };
}

function toContextOptions(options: unknown): unknown {
  if (options !== undefined && (typeof options !== "object" || options === null)) return options;
  const given: Members = { ...options };
  const codeGeneration = { ...(given.codeGeneration as Members | undefined), strings: false };
  return { ...given, codeGeneration };
}

/** The options of a context among those of a run in a new one. */
function ofNewContext(options: unknown): unknown {
  if (typeof options !== "object" || options === null) return {};
  const { contextName: name, contextOrigin: origin, contextCodeGeneration: codeGeneration, microtaskMode } =
    options as Members;
  return { name, origin, codeGeneration, microtaskMode };
}
