import { checkServer, type ServerCheck } from "../../auth/check_server.ts";
import { describeSource } from "../../auth/describe_source.ts";
import { loadDotEnv } from "../../project/dot_env.ts";
import { readManifest } from "../../project/manifest.ts";
import { readAuthDirs } from "../auth_dirs.ts";
import { describeModels } from "../describe_models.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { findModelsServer, type ModelsServer } from "../find_models_server.ts";
import { onSignals } from "../on_signals.ts";
import type { CommandLine } from "../parse_command.ts";

/**
 * `workflow-code auth status`: says where agents reach models, who says so, and whether that answers. Nothing of a key is shown.
 *
 * @param command The command line.
 * @returns A few lines, or with `--json` `{ server, check, fault, remarks }`; exit code 1 where agents could not work.
 */
export async function runAuthStatus({ operands: [dir], options }: CommandLine): Promise<Outcome> {
  const interrupted = new AbortController();
  const { signal } = interrupted;
  using _signals = onSignals(() => interrupted.abort());
  const found = await findModelsServer(readAuthDirs(options), dir === undefined ? {} : await readDotEnv(dir));
  const check = found.server && !options.has("no-check")
    ? await checkServer(found.server, { signal }).catch(() => undefined)
    : undefined;
  if (signal.aborted) return { exitCode: EXIT_CODES.interrupted };
  const works = found.server !== undefined && check?.ok !== false;
  return {
    exitCode: works ? EXIT_CODES.success : EXIT_CODES.failed,
    stdout: options.has("json") ? renderJson(found, check) : renderText(found, check),
  };
}

async function readDotEnv(dir: string): Promise<Readonly<Record<string, string>>> {
  const manifest = await readManifest(dir);
  return (await loadDotEnv(manifest.dir, { env: {} })).server;
}

function renderJson({ server, fault, remarks }: ModelsServer, check: ServerCheck | undefined): string {
  const shown = server && { url: server.url, hasKey: server.key !== undefined, source: server.source };
  const report = { server: shown ?? null, check: check ?? null, fault: fault ?? null, remarks };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function renderText({ server, fault, remarks }: ModelsServer, check: ServerCheck | undefined): string {
  const lines = server
    ? [
      ["server", server.url],
      ["named by", describeSource(server.source)],
      ["key", server.key === undefined ? "none" : "set, and shown nowhere"],
      ["answers", toAnswer(check)],
    ]
    : [["server", fault ?? "none; `workflow-code auth login` saves one"]];
  return [...lines, ...remarks.map((remark) => ["note", remark])]
    .map(([name = "", text]) => `${name.padEnd("named by".length)}  ${text}\n`).join("");
}

function toAnswer(check: ServerCheck | undefined): string {
  if (!check) return "not asked";
  return check.ok ? `yes: ${describeModels(check.models)}` : `no: ${check.reason}`;
}
