import type { AgentUsage } from "../../core/api.ts";
import type { EndedReport } from "../../run/report.ts";
import { toDuration } from "../../duration.ts";
import { toPrintable } from "../printable.ts";
import type { Style } from "../style.ts";
import { toSourceFrame } from "./source_frame.ts";

/** Options for {@linkcode renderEnd}. */
export interface RenderEndOptions {
  readonly style: Style;
  /** The project folder. */
  readonly dir: string;
}

/**
 * Says how a run ended, for people: in a line, and for a failure with the line of the source in which it was thrown.
 *
 * @param report The run's report.
 * @param options Colours, and where the source is.
 * @returns The text, with a line break at its end.
 */
export async function renderEnd(report: EndedReport, { style, dir }: RenderEndOptions): Promise<string> {
  const { error, runId, status } = report;
  const { green, red, dim } = style;
  const tail = `${report.usage ? dim(`${toTokens(report.usage)} `) : ""}${dim(`(run ${runId})`)}`;
  const time = toDuration(Math.round(report.durationMs));
  if (!error) return `${green("✓")} Done in ${time} ${tail}\n`;
  const code = error.errCode === undefined ? "" : ` with code ${error.errCode}`;
  const what = status === "failed"
    ? `Failed${code} after`
    : status === "timeout"
    ? "Out of time after"
    : "Cancelled after";
  const frame = error.location && error.code !== "business_error"
    ? await toSourceFrame(dir, error.location)
    : "";
  return `${red("✗")} ${what} ${time} ${tail}: ${toPrintable(error.message)}\n${frame}`;
}

function toTokens({ turns, totalTokens }: AgentUsage): string {
  return `with ${turns} model ${turns === 1 ? "turn" : "turns"} and ${
    totalTokens.toLocaleString("en")
  } tokens`;
}
