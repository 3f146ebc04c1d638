import { WorkflowError } from "../errors.ts";
import { dropPermissions } from "../run/drop_permissions.ts";
import { COMMIT, VERSION } from "../version.ts";
import { toDiagnostic } from "./diagnostic.ts";
import { EXIT_CODES, type Outcome } from "./exit_codes.ts";
import { renderHelp } from "./help.ts";
import { type Command, parseCommand } from "./parse_command.ts";
import { flushDiagnostics, printDiagnostic, printResult } from "./printer.ts";

/** What no command needs. */
const DROPPED = ["ffi", "import"] as const;

/** The commands that use the network; it is otherwise for runs alone, in their own process. */
const CONNECTING: ReadonlySet<Command["name"]> = new Set([
  "auth login",
  "auth status",
  "desktop",
]);

/**
 * The whole command line: reads it, does what it says, prints what came of it.
 *
 * @param args The arguments without the program's name.
 * @returns The exit code.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    const command = parseCommand(args);
    await dropPermissions(CONNECTING.has(command.name) ? DROPPED : [...DROPPED, "net"]);
    const { exitCode, stdout } = await perform(command);
    if (stdout !== undefined) await printResult(stdout);
    return exitCode;
  } catch (error) {
    printDiagnostic(`workflow-code: ${toDiagnostic(error)}\n`);
    return error instanceof WorkflowError && error.code === "usage" ? EXIT_CODES.usage : EXIT_CODES.failed;
  } finally {
    await flushDiagnostics();
  }
}

async function perform(command: Command): Promise<Outcome> {
  switch (command.name) {
    case "help":
      return { exitCode: EXIT_CODES.success, stdout: renderHelp(command.topic) };
    case "version":
      return {
        exitCode: EXIT_CODES.success,
        stdout: `workflow-code ${VERSION} (commit ${COMMIT}, Deno ${Deno.version.deno})\n`,
      };
    case "init": {
      const { runInit } = await import("./commands/init.ts");
      return await runInit(command);
    }
    case "run": {
      const { runRun } = await import("./commands/run.ts");
      return await runRun(command);
    }
    case "doctor": {
      const { runDoctor } = await import("./commands/doctor.ts");
      return await runDoctor(command);
    }
    case "install": {
      const { runInstall } = await import("./commands/install.ts");
      return await runInstall(command);
    }
    case "uninstall": {
      const { runUninstall } = await import("./commands/uninstall.ts");
      return await runUninstall(command);
    }
    case "mcp": {
      const { runMcp } = await import("./commands/mcp.ts");
      return await runMcp(command);
    }
    case "structure": {
      const { runStructure } = await import("./commands/structure.ts");
      return await runStructure(command);
    }
    case "json": {
      const { runJson } = await import("./commands/json.ts");
      return await runJson(command);
    }
    case "resume": {
      const { runResume } = await import("./commands/resume.ts");
      return await runResume(command);
    }
    case "runs": {
      const { runRuns } = await import("./commands/runs.ts");
      return await runRuns(command);
    }
    case "prune": {
      const { runPrune } = await import("./commands/prune.ts");
      return await runPrune(command);
    }
    case "auth login": {
      const { runAuthLogin } = await import("./commands/auth_login.ts");
      return await runAuthLogin(command);
    }
    case "auth status": {
      const { runAuthStatus } = await import("./commands/auth_status.ts");
      return await runAuthStatus(command);
    }
    case "auth logout": {
      const { runAuthLogout } = await import("./commands/auth_logout.ts");
      return await runAuthLogout(command);
    }
    case "desktop": {
      const { runDesktop } = await import("./commands/desktop.ts");
      return await runDesktop(command);
    }
    case "desktop add": {
      const { runDesktopAdd } = await import("./commands/desktop_add.ts");
      return await runDesktopAdd(command);
    }
    case "desktop list": {
      const { runDesktopList } = await import("./commands/desktop_list.ts");
      return await runDesktopList(command);
    }
    case "desktop remove": {
      const { runDesktopRemove } = await import("./commands/desktop_remove.ts");
      return await runDesktopRemove(command);
    }
    case "desktop relate": {
      const { runDesktopRelate } = await import("./commands/desktop_relate.ts");
      return await runDesktopRelate(command);
    }
    case "desktop unrelate": {
      const { runDesktopUnrelate } = await import("./commands/desktop_unrelate.ts");
      return await runDesktopUnrelate(command);
    }
    case "desktop definition": {
      const { runDesktopDefinition } = await import("./commands/desktop_definition.ts");
      return await runDesktopDefinition(command);
    }
    case "--workflow-mcp": {
      const { runLauncher } = await import("./commands/launcher.ts");
      return await runLauncher(command);
    }
  }
}
