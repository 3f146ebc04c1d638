import { pruneData } from "../../run/prune_data.ts";
import { readDataDir } from "../data_dir.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { readAge } from "../read_age.ts";
import { renderPruneReport } from "../render_prune_report.ts";

/**
 * `workflow-code prune`: removes what no run needs any more.
 *
 * @param command The command line.
 * @returns What was removed, as a few lines or with `--json` as it is counted; exit code 1 where a store could not be pruned.
 */
export async function runPrune({ options }: CommandLine): Promise<Outcome> {
  const isDryRun = options.has("dry-run");
  const report = await pruneData({
    dataDir: readDataDir(options),
    olderThan: readAge(options, "older", "30d"),
    isDryRun,
    fileStoreDir: options.get("file-store-dir")?.[0],
    kvStoreDir: options.get("kv-store-dir")?.[0],
    fileCreateStoreDir: options.get("file-create-store-dir")?.[0],
    authDir: options.get("auth-dir")?.[0],
  });
  for (const failure of report.failures) printDiagnostic(`workflow-code: ${failure}\n`);
  return {
    exitCode: report.failures.length > 0 ? EXIT_CODES.failed : EXIT_CODES.success,
    stdout: options.has("json")
      ? `${JSON.stringify({ dryRun: isDryRun, ...report }, null, 2)}\n`
      : renderPruneReport(report, { isDryRun }),
  };
}
