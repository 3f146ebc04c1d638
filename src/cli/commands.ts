import {
  AUTH_LOGIN_OPTIONS,
  AUTH_LOGOUT_OPTIONS,
  AUTH_STATUS_OPTIONS,
  COMMON_OPTIONS,
  DESKTOP_ADD_OPTIONS,
  DESKTOP_DASHBOARD_OPTIONS,
  DESKTOP_DEFINITION_OPTIONS,
  DESKTOP_LIST_OPTIONS,
  DESKTOP_OPTIONS,
  DOCTOR_OPTIONS,
  INIT_OPTIONS,
  INSTALL_OPTIONS,
  LAUNCHER_OPTIONS,
  MCP_OPTIONS,
  type OptionSpec,
  PRUNE_OPTIONS,
  RESUME_OPTIONS,
  RUN_FOR_PEOPLE_OPTIONS,
  RUN_OPTIONS,
  RUNS_OPTIONS,
  UNINSTALL_OPTIONS,
} from "./options.ts";

/** What the help says of a command, and what its command line may hold. */
export interface CommandSpec {
  readonly name: CommandName;
  /** What follows the name: `<workflow-dir> [options]`. */
  readonly usage: string;
  readonly help: string;
  readonly operands: readonly string[];
  /** Those that may follow, in order. */
  readonly optionalOperands?: readonly string[];
  readonly options: readonly OptionSpec[];
  /** Whether everything behind the operands belongs to the workflow. */
  readonly takesParams?: boolean;
  readonly examples: readonly string[];
}

/** The commands' names. */
export type CommandName =
  | "init"
  | "run"
  | "doctor"
  | "install"
  | "uninstall"
  | "mcp"
  | "structure"
  | "json"
  | "resume"
  | "runs"
  | "prune"
  | "auth login"
  | "auth status"
  | "auth logout"
  | "desktop"
  | "desktop add"
  | "desktop list"
  | "desktop remove"
  | "desktop relate"
  | "desktop unrelate"
  | "desktop definition"
  | "--workflow-mcp";

const SPECS: readonly CommandSpec[] = [
  {
    name: "init",
    usage: "[dir] [options]",
    help: "Make a workflow project that runs at once. Nothing that is there is overwritten.",
    operands: [],
    optionalOperands: ["dir"],
    options: INIT_OPTIONS,
    examples: ["workflow-code init ./invoice-triage", "workflow-code init --template approval"],
  },
  {
    name: "run",
    usage: "<workflow-dir> [options] [entrypoint] [params]",
    help:
      "Run one entrypoint and show what it does. Asks at a terminal for what is missing, and what the run asks.",
    operands: ["workflow-dir"],
    optionalOperands: ["entrypoint"],
    options: RUN_FOR_PEOPLE_OPTIONS,
    takesParams: true,
    examples: [
      "workflow-code run ./invoice-triage",
      "workflow-code run ./invoice-triage main --since=2026-01-31 --documents=./may.csv",
      "workflow-code run ./invoice-triage main --help",
    ],
  },
  {
    name: "mcp",
    usage: "<workflow-dir> [options]",
    help:
      "Serve a workflow project to an MCP client over stdin and stdout. Every entrypoint becomes one tool.",
    operands: ["workflow-dir"],
    options: MCP_OPTIONS,
    examples: [
      "workflow-code mcp /home/me/invoice-triage",
      "workflow-code mcp . --allow-inherit-env BILLING_TOKEN",
    ],
  },
  {
    name: "install",
    usage: "<client> <workflow-dir> [options]",
    help:
      "Write a project's definition into an MCP client's configuration: claude-desktop, claude-code, cursor, " +
      "vscode or codex. All else in it stays, and a copy is kept.",
    operands: ["client", "workflow-dir"],
    options: INSTALL_OPTIONS,
    examples: [
      "workflow-code install claude-code ./invoice-triage",
      "workflow-code install codex ./invoice-triage --dry-run",
      "workflow-code install vscode ./invoice-triage --in . --name triage --allow-inherit-env BILLING_TOKEN",
    ],
  },
  {
    name: "uninstall",
    usage: "<client> <workflow-dir> [options]",
    help: "Take a project's definition out of an MCP client's configuration.",
    operands: ["client", "workflow-dir"],
    options: UNINSTALL_OPTIONS,
    examples: [
      "workflow-code uninstall claude-code ./invoice-triage",
      "workflow-code uninstall vscode ./invoice-triage --in . --name triage",
    ],
  },
  {
    name: "doctor",
    usage: "[workflow-dir] [options]",
    help: "Look at a project as those who serve it would, and say what to mend.",
    operands: [],
    optionalOperands: ["workflow-dir"],
    options: DOCTOR_OPTIONS,
    examples: [
      "workflow-code doctor ./invoice-triage",
      "workflow-code doctor --json --allow-inherit-env BILLING_TOKEN",
    ],
  },
  {
    name: "runs",
    usage: "[options]",
    help: "List runs, the newest first.",
    operands: [],
    options: RUNS_OPTIONS,
    examples: [
      "workflow-code runs --waiting",
      "workflow-code runs --failed --project ./invoice-triage --json",
    ],
  },
  {
    name: "resume",
    usage: "<run-id> [options]",
    help:
      "Go on with a run that waits for a person, or that failed or was interrupted, behind its last step.",
    operands: ["run-id"],
    options: RESUME_OPTIONS,
    examples: [
      "workflow-code resume 20260828-abcd",
      "workflow-code resume 20260828-abcd --answer tone=formal --answer tags=a --answer tags=b",
      "workflow-code resume 20260828-abcd --answers '{ \"approved\": true }'",
    ],
  },
  {
    name: "structure",
    usage: "<workflow-dir> [options]",
    help: "Print what a workflow project offers, as JSON.",
    operands: ["workflow-dir"],
    options: RUN_OPTIONS,
    examples: ["workflow-code structure ./invoice-triage"],
  },
  {
    name: "json",
    usage: "<workflow-dir> [options] <entrypoint> [params]",
    help: "Run one entrypoint and print the report of the run, as JSON.",
    operands: ["workflow-dir", "entrypoint"],
    options: RUN_OPTIONS,
    takesParams: true,
    examples: [
      "workflow-code json ./invoice-triage main --since=2026-01-31 --tags=a --tags=b",
      "workflow-code json ./invoice-triage --data-dir /tmp/data main --no-dry-run -- --text-with-dashes",
    ],
  },
  {
    name: "prune",
    usage: "[options]",
    help:
      "Remove what no run needs any more: runs that ended long ago with the files that they made, imported files, bundles, " +
      "leftovers. Nothing that a running, waiting or resumable run needs. Servers may go on meanwhile.",
    operands: [],
    options: PRUNE_OPTIONS,
    examples: ["workflow-code prune --dry-run", "workflow-code prune --older 8w --json"],
  },
  {
    name: "auth login",
    usage: "[options]",
    help:
      "Save where agents reach models, and the key for it: asked at a terminal without showing it, else read from stdin.",
    operands: [],
    options: AUTH_LOGIN_OPTIONS,
    examples: [
      "workflow-code auth login",
      "workflow-code auth login --url https://models.example.com/v1",
      "workflow-code auth login --url http://localhost:11434/v1 --no-key",
    ],
  },
  {
    name: "auth status",
    usage: "[workflow-dir] [options]",
    help:
      "Say where agents reach models, of a project with what its .env says, and whether that answers. No key is shown.",
    operands: [],
    optionalOperands: ["workflow-dir"],
    options: AUTH_STATUS_OPTIONS,
    examples: ["workflow-code auth status", "workflow-code auth status ./invoice-triage --json"],
  },
  {
    name: "auth logout",
    usage: "[options]",
    help: "Remove what `auth login` saved.",
    operands: [],
    options: AUTH_LOGOUT_OPTIONS,
    examples: ["workflow-code auth logout"],
  },
  {
    name: "desktop",
    usage: "[options]",
    help: "Serve the dashboard to this machine: projects, what ran and what waits. Opens it in the browser.",
    operands: [],
    options: DESKTOP_DASHBOARD_OPTIONS,
    examples: ["workflow-code desktop", "workflow-code desktop --port 8137 --no-open"],
  },
  {
    name: "desktop add",
    usage: "<workflow-dir> [options]",
    help:
      "Add a project to Desktop, and show what its manifest asks for. Nothing is granted but what the options say; adding " +
      "it again grants more, or tells Desktop where it has moved.",
    operands: ["workflow-dir"],
    options: DESKTOP_ADD_OPTIONS,
    examples: [
      "workflow-code desktop add ./invoice-triage",
      "workflow-code desktop add ./invoice-triage --allow-inherit-env BILLING_TOKEN --allow-read /srv/rules",
    ],
  },
  {
    name: "desktop list",
    usage: "[options]",
    help: "List the projects of Desktop with their ids, and say which ones have moved or changed.",
    operands: [],
    options: DESKTOP_LIST_OPTIONS,
    examples: ["workflow-code desktop list", "workflow-code desktop list --json --profile work"],
  },
  {
    name: "desktop remove",
    usage: "<id|workflow-dir> [options]",
    help: "Remove a project from Desktop. Its folder, its data and what is recorded of its runs stay.",
    operands: ["id|workflow-dir"],
    options: DESKTOP_OPTIONS,
    examples: ["workflow-code desktop remove k3f9-x2ab", "workflow-code desktop remove ./invoice-triage"],
  },
  {
    name: "desktop relate",
    usage: "<id> <alias>=<other-id> [options]",
    help: "Bind a relation that the manifests of both projects have.",
    operands: ["id", "alias=other-id"],
    options: DESKTOP_OPTIONS,
    examples: ["workflow-code desktop relate k3f9-x2ab billing=m7qp-4tzd"],
  },
  {
    name: "desktop unrelate",
    usage: "<id> <alias> [options]",
    help: "Take a relation back.",
    operands: ["id", "alias"],
    options: DESKTOP_OPTIONS,
    examples: ["workflow-code desktop unrelate k3f9-x2ab billing"],
  },
  {
    name: "desktop definition",
    usage: "<id> [options]",
    help: "Print the definition of a project's MCP server, to be pasted into a client's configuration.",
    operands: ["id"],
    options: DESKTOP_DEFINITION_OPTIONS,
    examples: [
      "workflow-code desktop definition k3f9-x2ab",
      "workflow-code desktop definition k3f9-x2ab --client codex",
    ],
  },
];

/** What a definition of Desktop starts; no command for people, so that no list has it. */
export const LAUNCHER: CommandSpec = {
  name: "--workflow-mcp",
  usage: "<desktop-project-id> [options]",
  help: "Serve a project of Desktop to an MCP client over stdin and stdout, and record every call.",
  operands: ["desktop-project-id"],
  options: [...LAUNCHER_OPTIONS, ...COMMON_OPTIONS],
  examples: ["workflow-code --workflow-mcp k3f9-x2ab"],
};

/** All commands, in the order in which help lists them. */
export const COMMANDS: readonly CommandSpec[] = SPECS.map((spec) => ({
  ...spec,
  options: [...spec.options, ...COMMON_OPTIONS],
}));
