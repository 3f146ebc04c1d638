import { toCompactDefinition } from "../../desktop/host/compact_definition.ts";
import { DesktopHosts } from "../../desktop/host/desktop_hosts.ts";
import { tidyDesktop } from "../../desktop/host/tidy_desktop.ts";
import { serveDashboard } from "../../desktop/web/serve_dashboard.ts";
import { toMessage } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { toClientForms } from "../desktop/client_forms.ts";
import { openBrowser } from "../desktop/open_browser.ts";
import { toDiagnostic } from "../diagnostic.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { toSnippet } from "../install/change_config.ts";
import { CLIENTS } from "../install/client.ts";
import { onSignals } from "../on_signals.ts";
import { openHost } from "../open_host.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic, printResult } from "../printer.ts";
import { programCommand } from "../program_command.ts";
import { readWholeNumber } from "../read_whole_number.ts";

/** How often what is recorded is brought in line with what has happened elsewhere, in milliseconds. */
const TIDY_MS = 5_000;
const PORTS = { least: 1024, most: 65_535, fallback: 0 } as const;

/**
 * `workflow-code desktop`: serves the dashboard until a signal ends it.
 *
 * @param command The command line.
 * @returns Exit code 0.
 */
export async function runDesktop({ options }: CommandLine): Promise<Outcome> {
  const port = readWholeNumber(options, "port", PORTS);
  using registry = openRegistry(options);
  const { database, userData } = registry;
  const stop = new AbortController();
  using _signals = onSignals(() => stop.abort());
  const say = (text: string) => printDiagnostic(`workflow-code: ${text}\n`);
  await using hosts = new DesktopHosts({ database, userData, openHost, say });
  const place = { env: Deno.env.toObject(), platform: Deno.build.os };
  const { url, urlToOpen, finished } = serveDashboard({
    port,
    signal: stop.signal,
    database,
    hosts,
    userData,
    version: VERSION,
    registry: {
      add: async (dir) => (await registry.add(dir, { allowInheritEnv: [], allowRead: [] })).project,
      remove: async (project) => await registry.remove(project),
    },
    define: async (project) => {
      const definition = toCompactDefinition(project, {
        program: programCommand(),
        profile: userData.profile,
      });
      const { key } = definition;
      const plain = CLIENTS["claude-desktop"];
      return {
        definition: await toSnippet(plain, { key, entry: plain.toEntry(definition) }),
        clients: await toClientForms(definition, place),
      };
    },
    now: Date.now,
    onFault: (error) => say(error instanceof Error ? error.stack ?? toMessage(error) : toDiagnostic(error)),
  });
  await printResult(`${url}\n`);
  say("the dashboard is served to this machine only; Ctrl+C ends it");
  if (!options.has("no-open")) openBrowser(urlToOpen);
  const tidy = () => tidyDesktop(database, userData, say);
  tidy();
  using _tidying = every(TIDY_MS, tidy);
  await finished;
  return { exitCode: EXIT_CODES.success };
}

function every(ms: number, work: () => void): Disposable {
  const timer = setInterval(work, ms);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
