import type { Task } from "./task.ts";

/** Every task of deno.json by name. */
export const TASKS: Readonly<Record<string, Task>> = {
  demo: {
    description: "Build when needed, then show what Workflow Code does",
    steps: [
      "build:when-stale",
      { name: "demo", command: ["run", "-A", "scripts/demo.ts"], takesArgs: true },
    ],
  },
  test: {
    description: "Unit tests, doc examples, build, integration tests",
    steps: ["test:unit", "test:docs", "build:when-stale", "test:integration"],
  },
  "test:unit": {
    description: "Unit tests; arguments are handed on to deno test",
    steps: [{
      name: "unit tests",
      command: ["test", "-A", "--parallel", "--permit-no-files"],
      paths: ["tests/unit"],
      takesArgs: true,
      counted: true,
    }],
  },
  "test:docs": {
    description: "The examples in JSDoc and README.md",
    steps: [{
      name: "doc examples",
      command: ["test", "-A", "--doc", "--permit-no-files"],
      paths: ["src", "README.md"],
      takesArgs: true,
      counted: true,
    }],
  },
  "test:integration": {
    description: "Tests of the compiled executable (WORKFLOW_CODE_BIN, else the one in dist)",
    steps: [{
      name: "integration tests",
      command: ["test", "-A", "--parallel", "--permit-no-files"],
      paths: ["tests/integration"],
      takesArgs: true,
      counted: true,
    }],
  },
  "test:browser": {
    description: "Tests of the dashboard in a real browser",
    steps: [{
      name: "browser tests",
      command: ["test", "-A", "--permit-no-files"],
      paths: ["tests/browser"],
      takesArgs: true,
      counted: true,
    }],
  },
  build: {
    description: "Compile the executable into dist (--target for another platform)",
    steps: [{ name: "build", command: ["run", "-A", "scripts/build.ts"], takesArgs: true }],
  },
  "build:library": {
    description: "Bundle the library for Node into dist/workflow-code.mjs",
    steps: [{ name: "build library", command: ["run", "-A", "scripts/build_library.ts"], takesArgs: true }],
  },
  "build:when-stale": {
    description: "Compile the executable unless the one in dist is newer than its sources",
    steps: [{ name: "build", command: ["run", "-A", "scripts/build.ts"], onlyWhenStale: true }],
  },
  release: {
    description: "Build the archives of a release for every platform, with their sums, into dist/release",
    steps: [{ name: "release", command: ["run", "-A", "scripts/release.ts"], takesArgs: true }],
  },
  bench: {
    description: "Measure against the budgets; a name runs only that bench",
    steps: [
      "build:when-stale",
      { name: "bench", command: ["run", "-A", "scripts/run_benches.ts"], takesArgs: true },
    ],
  },
  ok: {
    description:
      "The gate before a commit: format, lint, types, the project's own rules, unit tests, examples",
    steps: ["rules", "test:unit", "test:docs"],
  },
  rules: {
    description:
      "Everything that is checked without running it: format, lint, types, the project's own rules",
    steps: [
      {
        name: "npm-only in step (mend: deno task sync)",
        command: ["run", "-A", "--no-config", "--no-lock", "scripts/sync.ts", "--check"],
      },
      { name: "format (mend: deno task fmt)", command: ["fmt", "--check"] },
      "lint",
      "check",
      { name: "sizes", command: ["run", "-A", "scripts/check_sizes.ts"] },
      { name: "imports", command: ["run", "-A", "scripts/check_imports.ts"] },
      { name: "dependencies", command: ["run", "-A", "scripts/check_dependencies.ts"] },
    ],
  },
  fmt: {
    description: "Format every file",
    steps: [{ name: "format", command: ["fmt"], takesArgs: true }],
  },
  lint: {
    description: "Lint every file",
    steps: [{ name: "lint", command: ["lint"], takesArgs: true }],
  },
  check: {
    description: "Check the types of every file",
    steps: [{
      name: "types",
      command: ["check"],
      paths: [
        "main.ts",
        "src",
        "scripts",
        "tests/unit",
        "tests/integration",
        "tests/browser",
        "tests/fixtures",
      ],
      takesArgs: true,
    }],
  },
  sync: {
    description: "After a change of the imports in deno.json: write the npm-only import map and locks anew",
    steps: [{
      name: "sync",
      command: ["run", "-A", "--no-config", "--no-lock", "scripts/sync.ts"],
      takesArgs: true,
    }],
  },
};
