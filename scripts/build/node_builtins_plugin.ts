import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const BUILTINS: ReadonlySet<string> = new Set(builtinModules);

/**
 * Lets npm packages reach node's own modules out of an ESM bundle, under either name (`fs`, `node:fs`). An import stays
 * one; a CommonJS `require` becomes a look-up when it is reached, so that it costs nothing before.
 *
 * @returns The plugin.
 */
export function nodeBuiltinsPlugin(): Plugin {
  return {
    name: "node-builtins",
    setup(build) {
      build.onResolve({ filter: /^(node:)?[a-z_/0-9]+$/ }, ({ path, kind }) => {
        const name = path.replace(/^node:/, "");
        if (name === path && !BUILTINS.has(name)) return undefined;
        return kind === "require-call"
          ? { path: `node:${name}`, namespace: "node-builtin" }
          : { path: `node:${name}`, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: "node-builtin" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
        loader: "js",
      }));
    },
  };
}
