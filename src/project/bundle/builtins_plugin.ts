import type { Plugin } from "esbuild";
import { nearest } from "../../nearest.ts";
import { BUILTIN_NAMES, PREFIX_ONLY_NAMES } from "./builtin_names.ts";
import { CORE } from "./core_plugin.ts";

/** The namespace of Node's own modules. */
export const BUILTIN_NAMESPACE = "node";

/**
 * Leads every import of one of Node's own modules to the object that the run worker keeps of it. They become CommonJS
 * modules, which esbuild lets be imported in every way: named, default, as a namespace, dynamically, by `require`.
 *
 * @returns The plugin.
 */
export function builtinsPlugin(): Plugin {
  const bare = new Set(BUILTIN_NAMES);
  const all = new Set([...BUILTIN_NAMES, ...PREFIX_ONLY_NAMES]);
  // A trailing slash (`punycode/`) is how packages say that they mean the one from npm.
  const filter = new RegExp(`^(node:.*|${[...bare].join("|")})$`);
  return {
    name: "workflow-code-builtins",
    setup(build) {
      build.onResolve({ filter }, ({ path }) => {
        const name = path.replace(/^node:/, "");
        if (all.has(name)) return { path: name, namespace: BUILTIN_NAMESPACE };
        const meant = nearest(name, all);
        const hint = meant === undefined ? "" : `; did you mean "node:${meant}"?`;
        return { errors: [{ text: `Cannot find "${path}": Node has no such module${hint}` }] };
      });
      build.onLoad({ filter: /.*/, namespace: BUILTIN_NAMESPACE }, ({ path }) => ({
        contents: `module.exports = ${CORE}.builtin(${JSON.stringify(path)});`,
        loader: "js",
      }));
    },
  };
}
