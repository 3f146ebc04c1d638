import { BUILTIN_NAMES } from "./builtin_names.ts";
import { CORE } from "./core_plugin.ts";

/** What was found while a bundle was made and is needed when it runs. */
export interface RuntimeTables {
  /** What each literal `require.resolve` of the sources leads to. */
  readonly resolved: Readonly<Record<string, string>>;
  /** Imports that lead to native addons which their importers can do without, with the reason why each is refused. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * Writes the first line of a bundle. It makes `require`, to which esbuild leaves names that are computed at run time,
 * packages that are not there, and `require.resolve`; and it gives npm packages the timers that they know from Node.
 *
 * @param tables What was found while the bundle was made.
 * @returns One line, without its end.
 */
export function renderHeader(tables: RuntimeTables): string {
  const args = [BUILTIN_NAMES, tables.resolved, tables.refused].map((value) => JSON.stringify(value));
  return `var require = (${PREPARE})(${CORE}, ${args.join(", ")});`.replaceAll(/\n\s*/g, " ");
}

// Runs in the bundle, as text: it can reach nothing of this module, and a line comment would swallow the rest of it.
// Deno 2.6 gives the timers of Node (`setTimeout(...).unref()`) only to modules below a node_modules folder.
const PREPARE = `(core, names, resolved, refused) => {
  const timers = core.builtin("timers");
  for (const name of ["Timeout", "Interval", "Immediate"]) {
    globalThis["set" + name] = timers["set" + name];
    globalThis["clear" + name] = timers["clear" + name];
  }
  const toBuiltin = (name) => {
    const bare = name.startsWith("node:") ? name.slice(5) : name;
    return bare !== name || names.includes(name) ? bare : undefined;
  };
  const explain = () => {
    const isSource = (line) => line.includes("file:") && !/[/]bundle[.]js[:)]/.test(line);
    const frame = String(new Error().stack).split("\\n").find(isSource) ?? "";
    const asker = frame.split("node_modules/").slice(1).at(-1)?.match(/^(@[^/]+[/])?[^/:?#)]+/)?.[0];
    const who = asker === undefined ? "the project" : "the package " + JSON.stringify(asker);
    return who + " asks for it by a name that is computed at run time, or it is not installed; " +
      "a bundle has only what is imported by a literal name";
  };
  const fail = (name) => {
    const reason = Object.hasOwn(refused, name) ? refused[name] : explain();
    const message = "Cannot find module " + JSON.stringify(name) + ": " + reason;
    throw Object.assign(new Error(message), { code: "MODULE_NOT_FOUND" });
  };
  const require = (name) => {
    if (typeof name !== "string") throw new TypeError("Cannot require: found " + typeof name + ", expected a name");
    const builtin = toBuiltin(name);
    if (builtin !== undefined) return core.builtin(builtin);
    if (/^([/]|[a-zA-Z]:).*[.]json$/.test(name)) return JSON.parse(core.builtin("fs").readFileSync(name, "utf8"));
    return fail(name);
  };
  require.resolve = (name) => {
    if (toBuiltin(name) !== undefined) return name;
    return Object.hasOwn(resolved, name) ? resolved[name] : fail(name);
  };
  require.resolve.paths = () => null;
  require.cache = Object.create(null);
  require.extensions = Object.create(null);
  require.main = undefined;
  return require;
}`;
