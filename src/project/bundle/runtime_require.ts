import { BUILTIN_NAMES } from "./builtin_names.ts";
import { CORE } from "./core_plugin.ts";

/**
 * Writes the `require` of a bundle: what esbuild leaves to it are names that are computed at run time, packages that are
 * not installed, and `require.resolve`.
 *
 * @param resolved What each literal `require.resolve` of the bundle's sources leads to.
 * @returns A statement without line breaks.
 */
export function renderRequire(resolved: Readonly<Record<string, string>>): string {
  return `var require = (${makeRequire})(${CORE}, ${JSON.stringify(BUILTIN_NAMES)}, ${
    JSON.stringify(resolved)
  });`
    .replaceAll(/\n\s*/g, " ");
}

// Runs in the bundle, as text: it can reach nothing of this module, and line comments would swallow the rest of it.
const makeRequire = `(core, names, resolved) => {
  const toBuiltin = (name) => {
    const bare = name.startsWith("node:") ? name.slice(5) : name;
    return bare !== name || names.includes(name) ? bare : undefined;
  };
  const fail = (name) => {
    const isSource = (line) => line.includes("file:") && !/[/]bundle[.]js[:)]/.test(line);
    const frame = String(new Error().stack).split("\\n").find(isSource) ?? "";
    const asker = frame.split("node_modules/").slice(1).at(-1)?.match(/^(@[^/]+[/])?[^/:?#)]+/)?.[0];
    const who = asker === undefined ? "the project" : "the package " + JSON.stringify(asker);
    const error = new Error("Cannot find module " + JSON.stringify(name) + ": " + who + " asks for it by a name that is computed at run time, or it is not installed; a bundle has only what is imported by a literal name");
    error.code = "MODULE_NOT_FOUND";
    throw error;
  };
  const require = (name) => {
    if (typeof name !== "string") throw new TypeError("Cannot require: found " + typeof name + ", expected a name");
    const builtin = toBuiltin(name);
    return builtin === undefined ? fail(name) : core.builtin(builtin);
  };
  require.resolve = (name) => toBuiltin(name) !== undefined ? name : Object.hasOwn(resolved, name) ? resolved[name] : fail(name);
  require.resolve.paths = () => null;
  require.cache = Object.create(null);
  require.extensions = Object.create(null);
  require.main = undefined;
  return require;
}`;
