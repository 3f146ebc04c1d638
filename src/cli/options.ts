/** One option of the command line. */
export interface OptionSpec {
  readonly name: string;
  /** What the value is, for help: `absolute-dir`. An option without it takes no value. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly repeatable?: boolean;
  /** Whether the value must be an absolute path. */
  readonly absolute?: boolean;
  readonly help: string;
}

/** The options of everything that loads a project. */
export const PROJECT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "data-dir",
    value: "absolute-dir",
    absolute: true,
    help: "Root for local workflow data; defaults to ~/.workflow-code",
  },
  {
    name: "allow-inherit-env",
    value: "KEY",
    repeatable: true,
    help: "Hand this environment variable to the project, which asks for it in its manifest; repeatable",
  },
  {
    name: "allow-read",
    value: "absolute-dir",
    absolute: true,
    repeatable: true,
    help: "Let the project read a folder outside of it that its manifest asks for; repeatable",
  },
];

/** The options of everything that runs workflows. */
export const RUN_OPTIONS: readonly OptionSpec[] = [
  ...PROJECT_OPTIONS,
  {
    name: "file-store-dir",
    value: "absolute-dir",
    absolute: true,
    help: "Managed-file store for imported file parameters; defaults to <data-dir>/files",
  },
];

/** The options of `mcp`. */
export const MCP_OPTIONS: readonly OptionSpec[] = [
  ...RUN_OPTIONS,
  {
    name: "max-concurrency",
    value: "number",
    help:
      "How many calls may run at a time; the rest wait in order. Defaults to the number of processors, at least 2",
  },
];
