import type { Plugin } from "esbuild";

/** Where the run worker puts what a bundle reaches: `{ workflow, builtin(name) }`. */
export const CORE = `globalThis[Symbol.for("workflow-code.core")]`;

/** The namespace of the module that `workflow-code` stands for. */
export const CORE_NAMESPACE = "workflow-code";

/**
 * Makes `import { workflow } from "workflow-code"` the Core that is inside the executable, also where a package of that name
 * is installed.
 *
 * @returns The plugin.
 */
export function corePlugin(): Plugin {
  return {
    name: "workflow-code-core",
    setup(build) {
      build.onResolve({ filter: /^workflow-code$/ }, ({ path }) => ({ path, namespace: CORE_NAMESPACE }));
      build.onLoad({ filter: /.*/, namespace: CORE_NAMESPACE }, () => ({
        contents: `export const { workflow } = ${CORE};`,
        loader: "js",
      }));
    },
  };
}
