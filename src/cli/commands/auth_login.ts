import { checkServer } from "../../auth/check_server.ts";
import { keyFault } from "../../auth/key_fault.ts";
import { readServerUrl } from "../../auth/read_server_url.ts";
import { type Server, URL_VARIABLE } from "../../auth/server.ts";
import { toSavedServerPath } from "../../auth/to_saved_server_path.ts";
import { writeSavedServer } from "../../auth/write_saved_server.ts";
import { WorkflowError } from "../../errors.ts";
import { readStdin } from "../../streams/read_stdin.ts";
import { readAuthDirs } from "../auth_dirs.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { describeModels } from "../describe_models.ts";
import { isInterruption } from "../is_interruption.ts";
import { onSignals } from "../on_signals.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { StdioTerminal } from "../terminal/terminal.ts";

/** What is asked of a person, or read. */
interface Asking {
  readonly options: CommandLine["options"];
  readonly terminal: StdioTerminal | undefined;
  readonly signal: AbortSignal;
}

/**
 * `workflow-code auth login`: saves where agents reach models, and the key for it.
 *
 * @param command The command line.
 * @returns Exit code 0 when it is saved, 1 where the server does not work, 130 when the person interrupted.
 */
export async function runAuthLogin({ options }: CommandLine): Promise<Outcome> {
  const interrupted = new AbortController();
  const { signal } = interrupted;
  using _signals = onSignals(() => interrupted.abort());
  const terminal = Deno.stdin.isTerminal() ? new StdioTerminal() : undefined;
  const path = toSavedServerPath("login", readAuthDirs(options));
  try {
    const server = await readServer({ options, terminal, signal });
    if (!options.has("no-check")) await check(server, signal);
    await writeSavedServer(path, server);
    printDiagnostic(`workflow-code: saved at ${path}, for you only\n`);
    if (Deno.env.get(URL_VARIABLE)) {
      printDiagnostic(`workflow-code: ${URL_VARIABLE} of the environment comes before it while it is set\n`);
    }
    return { exitCode: EXIT_CODES.success };
  } catch (error) {
    if (signal.aborted || isInterruption(error)) return { exitCode: EXIT_CODES.interrupted };
    throw error;
  }
}

async function readServer(asking: Asking): Promise<Server> {
  const { options } = asking;
  const read = readServerUrl(await readUrl(asking));
  if ("fault" in read) throw usage(`Cannot log in: the server's address: ${read.fault}`);
  const { url, isExposed } = read;
  if (options.has("no-key")) return { url };
  if (isExposed && !options.has("insecure")) {
    throw usage(
      `Cannot log in: to ${url} the key would travel unencrypted, for all on the way to read; use its https address, ` +
        "or --insecure on a network that you trust",
    );
  }
  const key = (await readKey(asking)).trim();
  const fault = keyFault(key);
  if (fault === undefined) return { url, key };
  throw usage(
    `Cannot log in: the key ${fault}${key === "" ? "; --no-key is for a server that takes none" : ""}`,
  );
}

async function readUrl({ options, terminal, signal }: Asking): Promise<string> {
  const [given] = options.get("url") ?? [];
  if (given !== undefined) return given;
  if (!terminal) throw usage("Cannot log in: --url <url> is missing, and there is no terminal to ask at");
  return (await terminal.ask("Server, such as https://models.example.com/v1: ", { signal }) ?? "").trim();
}

async function readKey({ terminal, signal }: Asking): Promise<string> {
  if (terminal) return await terminal.ask("Key, which is not shown: ", { signal, hidden: true }) ?? "";
  const interrupted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => interrupted.reject(signal.reason), { once: true });
  return await Promise.race([new Response(readStdin()).text(), interrupted.promise]);
}

async function check(server: Server, signal: AbortSignal): Promise<void> {
  const checked = await checkServer(server, { signal });
  if (!checked.ok) {
    throw new WorkflowError(
      "server_failed",
      `Cannot log in, and nothing is saved: ${checked.reason}; --no-check saves it all the same`,
    );
  }
  printDiagnostic(`workflow-code: ${server.url} answers: ${describeModels(checked.models)}\n`);
}

function usage(message: string): WorkflowError {
  return new WorkflowError("usage", message);
}
