import { readAuthDirs } from "../auth_dirs.ts";
import { readDataDir } from "../data_dir.ts";
import { examineProject } from "../doctor/examine_project.ts";
import { renderFindings } from "../doctor/render_findings.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { onSignals } from "../on_signals.ts";
import { openHost } from "../open_host.ts";
import { openRelated } from "../open_related.ts";
import type { CommandLine } from "../parse_command.ts";
import { readGrants } from "../read_grants.ts";
import { readRelatedDirs, RELATED_PROJECT } from "../related_option.ts";
import { createStyle } from "../style.ts";

/**
 * `workflow-code doctor`: looks at a project and says what to mend.
 *
 * @param command The command line.
 * @returns The findings, as text or with `--json` as `{ project, findings }`; exit code 1 where something is broken.
 */
export async function runDoctor({ operands: [dir = "."], options }: CommandLine): Promise<Outcome> {
  const interrupted = new AbortController();
  const { signal } = interrupted;
  using _signals = onSignals(() => interrupted.abort());
  await using hosts = new AsyncDisposableStack();
  // Those are looked at one by one.
  const own = new Map(Array.from(options).filter(([name]) => name !== RELATED_PROJECT));
  const examination = await examineProject(dir, {
    dataDir: readDataDir(options),
    authDirs: readAuthDirs(options),
    relations: {
      dirs: readRelatedDirs(options.get(RELATED_PROJECT) ?? []),
      open: (manifest, dirs) => openRelated(manifest, { ...readGrants(options), dirs }),
    },
    open: async (manifest) => {
      const host = await openHost({ dir, options: own, manifest, signal, isQuiet: true });
      hosts.defer(() => host.close());
      return host;
    },
  });
  if (signal.aborted) return { exitCode: EXIT_CODES.interrupted };
  const isBroken = examination.findings.some(({ level }) => level === "broken");
  const style = createStyle({ isTerminal: Deno.stdout.isTerminal(), options, env: Deno.env.toObject() });
  return {
    exitCode: isBroken ? EXIT_CODES.failed : EXIT_CODES.success,
    stdout: options.has("json")
      ? `${JSON.stringify(examination, null, 2)}\n`
      : renderFindings(examination.findings, style),
  };
}
