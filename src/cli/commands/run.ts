import type { EntrypointSpec, ParamValues } from "../../core/spec.ts";
import { decodeArgs } from "../../params/decode_args.ts";
import { encodeArgs } from "../../params/encode_args.ts";
import type { RunResult } from "../../run/active_run.ts";
import type { WorkflowHost } from "../../run/workflow_host.ts";
import { toAnswerHint } from "../answer_hint.ts";
import { asUsage } from "../as_usage.ts";
import { converse } from "../converse.ts";
import { toDiagnostic } from "../diagnostic.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { isInterruption } from "../is_interruption.ts";
import type { CommandLine } from "../parse_command.ts";
import { printDiagnostic } from "../printer.ts";
import { askParams, toAbsoluteFiles } from "../run/ask_params.ts";
import { chooseEntrypoint } from "../run/choose_entrypoint.ts";
import { renderEntrypointHelp } from "../run/entrypoint_help.ts";
import { renderOutput } from "../run/render_output.ts";
import { renderEnd } from "../run/render_end.ts";
import { RunView } from "../run/run_view.ts";
import { toRunOutcome } from "../run_outcome.ts";
import { createStyle, type Style } from "../style.ts";
import { StdioTerminal, type Terminal } from "../terminal.ts";
import type { TerminalFormOptions } from "../terminal_form.ts";
import { withHost } from "../with_host.ts";

/** What belongs to one use of the command. */
interface Session {
  readonly host: WorkflowHost;
  readonly options: CommandLine["options"];
  readonly view: RunView;
  readonly style: Style;
  /** The person; undefined where nobody can be asked. */
  readonly terminal: Terminal | undefined;
  readonly signal: AbortSignal;
}

/**
 * `workflow-code run`: runs one entrypoint for a person, who is asked for what is missing and sees what happens.
 *
 * @param command The command line.
 * @returns What the workflow returned, or with `--json` the run report; exit codes as for `json`.
 */
export async function runRun(command: CommandLine): Promise<Outcome> {
  const { operands: [dir = "", entrypointId], options, params } = command;
  const isJson = options.has("json");
  const isTerminal = Deno.stderr.isTerminal();
  const terminal = !isJson && isTerminal && Deno.stdin.isTerminal() ? new StdioTerminal() : undefined;
  const style = createStyle({ isTerminal, options, env: Deno.env.toObject() });
  using view = new RunView({
    write: printDiagnostic,
    style,
    columns: isTerminal && !isJson ? readColumns : undefined,
  });
  const log = isJson ? {} : { onLog: (text: string) => view.log(text) };
  return await withHost({ dir, options, ...log }, async (host, signal) => {
    const session: Session = { host, options, view, style, terminal, signal };
    const asking = terminal && { terminal, signal };
    const entrypoint = entrypointId === undefined
      ? await chooseEntrypoint(host.spec.entrypoints, asking)
      : host.entrypoint(entrypointId);
    if (!entrypoint) return { exitCode: EXIT_CODES.usage };
    if (asksForHelp(entrypoint, params)) {
      return { exitCode: EXIT_CODES.success, stdout: renderEntrypointHelp(entrypoint) };
    }
    const values = await readValues(entrypoint, { ...session, params });
    if (!values) return { exitCode: EXIT_CODES.usage };
    if (isJson) return await runForScript(entrypoint, { ...session, values });
    return await runForPerson(entrypoint, { ...session, values });
  });
}

async function readValues(
  entrypoint: EntrypointSpec,
  { host, params, terminal, signal }: Session & { readonly params: readonly string[] },
): Promise<ParamValues | undefined> {
  try {
    const given = toAbsoluteFiles(entrypoint, decodeArgs(entrypoint, params));
    const resolveOptions = createOptionsResolver(entrypoint, host);
    const values = terminal
      ? await askParams(entrypoint, {
        given,
        terminal,
        signal,
        ...(resolveOptions ? { resolveOptions } : {}),
      })
      : given;
    if (values) await host.validate(entrypoint, values);
    return values;
  } catch (error) {
    return asUsage(error);
  }
}

/** What a workflow's own function offers helps to fill in a form; where it fails, the form is asked without. */
function createOptionsResolver(
  entrypoint: EntrypointSpec,
  host: WorkflowHost,
): TerminalFormOptions["resolveOptions"] {
  if (!entrypoint.dynamic) return undefined;
  return (values) =>
    host.resolveParams(entrypoint, values).catch((error) => {
      printDiagnostic(`workflow-code: ${toDiagnostic(error)}\n`);
      return {};
    });
}

async function runForScript(
  entrypoint: EntrypointSpec,
  { host, options, signal, values }: Session & { readonly values: ParamValues },
): Promise<Outcome> {
  const result = await host.start(entrypoint, encodeArgs(entrypoint, values), { signal }).catch(asUsage);
  if (result.status === "waiting") hintAt(result, options);
  return toRunOutcome(result, signal);
}

async function runForPerson(
  entrypoint: EntrypointSpec,
  { host, options, view, style, terminal, signal, values }: Session & { readonly values: ParamValues },
): Promise<Outcome> {
  const { onEvent } = view;
  printDiagnostic(`${style.bold(entrypoint.title)}\n`);
  view.start();
  let result = await host.start(entrypoint, encodeArgs(entrypoint, values), { signal, onEvent })
    .catch(asUsage);
  try {
    if (terminal) result = await converse(result, { runs: host.runs, terminal, signal, onEvent });
  } catch (error) {
    if (!isInterruption(error)) throw error;
    printDiagnostic(`\nworkflow-code: run ${result.report.runId} still waits for its answer\n`);
    hintAt(result, options);
    return { exitCode: EXIT_CODES.interrupted };
  } finally {
    view[Symbol.dispose]();
  }
  const { exitCode } = toRunOutcome(result, signal);
  if (result.status === "waiting") {
    hintAt(result, options);
    return { exitCode };
  }
  printDiagnostic(await renderEnd(result.report, { style, dir: host.project.dir }));
  return { exitCode, stdout: renderOutput(result.report.result.data.output) };
}

function hintAt(result: RunResult, options: CommandLine["options"]): void {
  if (result.status !== "waiting") return;
  printDiagnostic(toAnswerHint(result.report.runId, { request: result.request, options }));
}

/** A workflow may have a param of that name itself. */
function asksForHelp({ params: specs }: EntrypointSpec, params: readonly string[]): boolean {
  return params.length === 1 && params[0] === "--help" && !specs.some(({ name }) => name === "help");
}

function readColumns(): number {
  try {
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80; // Where stdin is no terminal, say.
  }
}
