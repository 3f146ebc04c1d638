import { readRelatedDirs, RELATED_PROJECT } from "./related_option.ts";

/** One option of the command line. */
export interface OptionSpec {
  readonly name: string;
  /** What the value is, for help: `absolute-dir`. An option without it takes no value. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly repeatable?: boolean;
  /** Whether the value must be an absolute path. */
  readonly absolute?: boolean;
  /** Refuses values that say nothing that could be meant, by throwing. */
  readonly check?: (values: readonly string[]) => unknown;
  readonly help: string;
}

const DATA_DIR: OptionSpec = {
  name: "data-dir",
  value: "absolute-dir",
  absolute: true,
  help: "Root for local workflow data; defaults to ~/.workflow-code",
};

const PROFILE: OptionSpec = {
  name: "profile",
  value: "name",
  help: "The name of another Desktop of yours, with data of its own",
};

/** What `desktop add` grants. */
const DESKTOP_GRANTS: readonly string[] = ["allow-inherit-env", "allow-read", "mcp-servers"];
const FILE_STORE_DIR: OptionSpec = {
  name: "file-store-dir",
  value: "absolute-dir",
  absolute: true,
  help: "Managed-file store for imported file parameters; defaults to <data-dir>/files",
};

const KV_STORE_DIR: OptionSpec = {
  name: "kv-store-dir",
  value: "absolute-dir",
  absolute: true,
  help: "Store of ctx.kv; defaults to <data-dir>/kv/<project id>",
};

const FILE_CREATE_STORE_DIR: OptionSpec = {
  name: "file-create-store-dir",
  value: "absolute-dir",
  absolute: true,
  help:
    "Store for files that runs make, and for outputs that are too large for a message; defaults to <data-dir>/created/<project id>",
};

const AUTH_DIR: OptionSpec = {
  name: "auth-dir",
  value: "absolute-dir",
  absolute: true,
  help: "Directory of workflow-auth.json, the saved login of `auth login`; defaults to <data-dir>/auth",
};

const DESKTOP_CONFIG_DIR: OptionSpec = {
  name: "desktop-config-dir",
  value: "absolute-dir",
  absolute: true,
  help: "Directory of desktop-auth.json, Desktop's saved login; defaults to <data-dir>/desktop-config",
};

/** The options of everything that loads a project. */
export const PROJECT_OPTIONS: readonly OptionSpec[] = [
  DATA_DIR,
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
  {
    name: "mcp-servers",
    value: "absolute-file",
    absolute: true,
    help:
      "Definitions of the MCP servers that the project may call, if its manifest names them: a JSON list such as " +
      '[{ "id": "files", "command": ["/usr/bin/node", "/opt/files.js"], "inheritEnvironment": ["FILES_TOKEN"] }]. ' +
      "What they inherit needs --allow-inherit-env as well",
  },
  {
    name: RELATED_PROJECT,
    value: "alias=absolute-project-dir",
    repeatable: true,
    check: readRelatedDirs,
    help: "Bind a relation that the manifests of both projects have; it gets what the options above allow, " +
      "as far as its own manifest asks for it; repeatable",
  },
];

/** The options of everything that runs workflows. */
export const RUN_OPTIONS: readonly OptionSpec[] = [
  ...PROJECT_OPTIONS,
  FILE_STORE_DIR,
  KV_STORE_DIR,
  {
    name: "persistent-value-store-dir",
    value: "absolute-dir",
    absolute: true,
    help: "Store of ctx.value and ctx.knowledge; defaults to <data-dir>/values/<project id>",
  },
  FILE_CREATE_STORE_DIR,
  DESKTOP_CONFIG_DIR,
  AUTH_DIR,
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
  {
    name: "idle-timeout",
    value: "seconds",
    help:
      "How long the process that runs workflows is kept without a call; the next call starts it again. 0 ends it at once. Defaults to 300",
  },
];

/** The options of `resume`. */
export const RESUME_OPTIONS: readonly OptionSpec[] = [
  {
    name: "answer",
    value: "field=value",
    repeatable: true,
    help: "Fill in a field of the form; repeatable, also for one field that takes several values",
  },
  {
    name: "answers",
    value: "json",
    help:
      "Fill in fields from a JSON object; --answers=- reads it from stdin, where no other process sees it",
  },
  { name: "decline", help: "Refuse: an approval is denied, a question goes without an answer" },
  { name: "force", help: "Go on with the project as it is now, not as it was when the run began" },
  ...RUN_OPTIONS,
];

/** The options of `runs`. */
export const RUNS_OPTIONS: readonly OptionSpec[] = [
  { name: "waiting", help: "Only runs that wait for a person" },
  { name: "failed", help: "Only runs that failed, ran out of time or were interrupted" },
  { name: "project", value: "workflow-dir", help: "Only runs of this project" },
  { name: "limit", value: "number", help: "The most runs that are listed; defaults to 50" },
  { name: "json", help: "Print JSON" },
  DATA_DIR,
];

/** The options of `init`. */
export const INIT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "template",
    value: "name",
    help:
      "What the project begins with: minimal (two small entrypoints), approval (asks a person). Defaults to minimal",
  },
  { name: "types", help: "Write only workflow-code.d.ts of this version into a project that is there" },
];

const CLIENT_OPTIONS: readonly OptionSpec[] = [
  { name: "dry-run", help: "Show what would change, and change nothing" },
  {
    name: "in",
    value: "dir",
    help: "Into the client's configuration of this folder, in place of yours: .mcp.json and the like",
  },
  {
    name: "name",
    value: "name",
    help:
      "The server's name in the client; defaults to workflow-<id>. A short one leaves room for tool names",
  },
];

/** The options of `install`; those with which the project is to be served go into the definition. */
export const INSTALL_OPTIONS: readonly OptionSpec[] = [...CLIENT_OPTIONS, ...MCP_OPTIONS];

/** The options of `uninstall`. */
export const UNINSTALL_OPTIONS: readonly OptionSpec[] = CLIENT_OPTIONS;

/** The options of `run`. */
export const RUN_FOR_PEOPLE_OPTIONS: readonly OptionSpec[] = [
  { name: "json", help: "Print the report of the run as JSON, and ask nothing" },
  ...RUN_OPTIONS,
];

/** The options of `doctor`. */
export const DOCTOR_OPTIONS: readonly OptionSpec[] = [
  { name: "json", help: "Print JSON" },
  ...PROJECT_OPTIONS,
  DESKTOP_CONFIG_DIR,
  AUTH_DIR,
];

/** The options of `prune`. */
export const PRUNE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "older",
    value: "age",
    help: "How long ago a run must have ended: 12h, 30d, 8w. Defaults to 30d",
  },
  { name: "dry-run", help: "Show what would be removed, and remove nothing" },
  { name: "json", help: "Print JSON" },
  DATA_DIR,
  FILE_STORE_DIR,
  KV_STORE_DIR,
  FILE_CREATE_STORE_DIR,
  AUTH_DIR,
];

/** The options of `auth login`. */
export const AUTH_LOGIN_OPTIONS: readonly OptionSpec[] = [
  {
    name: "url",
    value: "url",
    help: "The server's address, what comes before /chat/completions; asked for at a terminal without it",
  },
  { name: "no-key", help: "The server takes no key: none is asked for or read" },
  { name: "no-check", help: "Save it without asking the server" },
  {
    name: "insecure",
    help: "Send the key to an http:// address of another machine, for all on the way to read",
  },
  AUTH_DIR,
  DATA_DIR,
];

/** The options of `auth status`. */
export const AUTH_STATUS_OPTIONS: readonly OptionSpec[] = [
  { name: "json", help: "Print JSON" },
  { name: "no-check", help: "Do not ask the server" },
  AUTH_DIR,
  DESKTOP_CONFIG_DIR,
  DATA_DIR,
];

/** The options of `auth logout`. */
export const AUTH_LOGOUT_OPTIONS: readonly OptionSpec[] = [AUTH_DIR, DATA_DIR];
/** Which Desktop is meant. */
export const DESKTOP_OPTIONS: readonly OptionSpec[] = [
  {
    name: "user-data-dir",
    value: "absolute-dir",
    absolute: true,
    help: "Where Desktop keeps its data; defaults to the platform's folder for the data of programs",
  },
  PROFILE,
];

/** The options of `desktop`. */
export const DESKTOP_DASHBOARD_OPTIONS: readonly OptionSpec[] = [
  {
    name: "port",
    value: "number",
    help: "Where the dashboard is served, from 1024 to 65535; defaults to a free one",
  },
  { name: "no-open", help: "Print the address and open no browser" },
  ...DESKTOP_OPTIONS,
];

/** The options of `desktop add`. */
export const DESKTOP_ADD_OPTIONS: readonly OptionSpec[] = [
  ...PROJECT_OPTIONS.filter(({ name }) => DESKTOP_GRANTS.includes(name)),
  ...DESKTOP_OPTIONS,
];

/** The options of `desktop list`. */
export const DESKTOP_LIST_OPTIONS: readonly OptionSpec[] = [
  { name: "json", help: "Print JSON" },
  ...DESKTOP_OPTIONS,
];

/** The options of `desktop definition`. */
export const DESKTOP_DEFINITION_OPTIONS: readonly OptionSpec[] = [
  {
    name: "client",
    value: "name",
    help: "Write it as this client reads it: claude-desktop, claude-code, cursor, vscode or codex",
  },
  ...DESKTOP_OPTIONS,
];

/** The options of the launcher. */
export const LAUNCHER_OPTIONS: readonly OptionSpec[] = [PROFILE];

/** The options that every command has. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  { name: "no-color", help: "Use no colours; so does the environment variable NO_COLOR" },
];
