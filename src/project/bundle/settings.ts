import type { BuildOptions } from "esbuild";

/** How every bundle is made. */
export const SETTINGS = {
  bundle: true,
  splitting: false,
  format: "esm",
  platform: "node",
  // The V8 of the executable runs the newest syntax.
  target: "esnext",
  // The conditions are those of a Node package: "node" and "module", with "import", "require" and "default". Not "deno":
  // what packages keep under it imports from URLs, or goes around the `node:` modules that a run worker prepares.
  // Deno's compiled programs load what `import()` names without asking for permission to read it: a bundle has none. What
  // can be known beforehand is bundled, the rest becomes a `require` that has only the `node:` modules.
  // V8 does not know decorators yet.
  supported: { "dynamic-import": false, "decorators": false },
  treeShaking: true,
  charset: "utf8",
  legalComments: "none",
  sourcemap: "external",
  sourcesContent: false,
  metafile: true,
  write: false,
  // Nothing is written, so that a project's own bundle.js is in no danger.
  allowOverwrite: true,
  logLevel: "silent",
  logLimit: 0,
} as const satisfies BuildOptions;

/** Raised when bundles of an older program must not be used any more. */
export const REVISION = 5;
