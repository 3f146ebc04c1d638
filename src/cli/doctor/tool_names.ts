import type { Finding } from "./finding.ts";

/** How a client names a tool for its model, and how long such a name may be. */
interface NamingRule {
  readonly client: string;
  readonly toName: (server: string, tool: string) => string;
  /** The longest name that works, in characters. */
  readonly longest: number;
  /** What becomes of a longer one; reads on from the client's name. */
  readonly otherwise: string;
}

/** Checked in 2026, where the clients' sources or their users' reports say so. */
const RULES: readonly NamingRule[] = [
  {
    client: "Claude Code",
    toName: (server, tool) => `mcp__${server}__${tool}`,
    longest: 64,
    otherwise: "may have requests refused",
  },
  {
    client: "Cursor",
    toName: (server, tool) => `${server}${tool}`,
    longest: 59,
    otherwise: "leaves the tool out",
  },
  {
    client: "Codex",
    toName: (server, tool) => `mcp__${server}__${tool}`,
    longest: 64,
    otherwise: "puts a hash in place of its end",
  },
  {
    client: "Gemini CLI",
    toName: (server, tool) => `mcp_${server}_${tool}`,
    longest: 63,
    otherwise: "cuts out its middle",
  },
  {
    client: "VS Code",
    // The server's part is cut to 13 characters.
    toName: (server, tool) => `mcp_${server.slice(0, 13)}_${tool}`,
    longest: 64,
    otherwise: "cuts its end off",
  },
];

/**
 * Finds the tools whose names are too long for a client, with what the client puts before them.
 *
 * @param tools The tools' names.
 * @param project The name by which clients know the server, and the project's own.
 * @returns A warning for each client, or that all is well.
 */
export function checkToolNames(
  tools: readonly string[],
  { server, name, dir }: { readonly server: string; readonly name: string; readonly dir: string },
): Finding[] {
  const findings = RULES.flatMap(({ client, toName, longest, otherwise }): Finding[] => {
    const tooLong = tools.filter((tool) => toName(server, tool).length > longest);
    const [first] = tooLong;
    if (first === undefined) return [];
    const { length } = toName(server, first);
    const others = tooLong.length === 1 ? "" : `, and ${tooLong.length - 1} more are too long`;
    return [{
      level: "warning",
      area: "names",
      message:
        `${client} ${otherwise} where a tool's name with its prefix has more than ${longest} characters; ` +
        `"${first}" has ${length}${others}`,
    }];
  });
  const [last] = findings.slice(-1);
  if (!last) return [{ level: "ok", area: "names", message: "fit every client that is known here" }];
  return findings.map((finding) => finding === last ? { ...finding, mend: toMend() } : finding);

  function toMend(): string {
    const room = roomForServer(tools);
    if (room < 1) return "give the entrypoints shorter ids";
    const short = name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(
      0,
      Math.min(room, 20),
    );
    return `install it under a name of at most ${room} characters: ` +
      `workflow-code install <client> ${dir} --name ${short || "flow"}`;
  }
}

/** How long a server's name may be so that all tools fit everywhere. */
function roomForServer(tools: readonly string[]): number {
  const longest = tools.reduce((one, other) => other.length > one.length ? other : one, "");
  for (let room = 64; room > 0; room--) {
    const server = "x".repeat(room);
    if (RULES.every(({ toName, longest: most }) => toName(server, longest).length <= most)) return room;
  }
  return 0;
}
