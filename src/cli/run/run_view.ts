import type { RunEvent } from "../../run/protocol.ts";
import { toDuration } from "../../duration.ts";
import { toPrintable } from "../printable.ts";
import type { Style } from "../style.ts";
import { LiveLine } from "./live_line.ts";

/** How many characters the bar of the progress has. */
const BAR_WIDTH = 20;

/** What a {@linkcode RunView} needs. */
export interface RunViewOptions {
  /** Writes to stderr. */
  readonly write: (text: string) => void;
  readonly style: Style;
  /** The terminal's columns; undefined where there is no terminal, and so nothing that changes. */
  readonly columns: (() => number) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

interface Step {
  readonly title: string;
  readonly depth: number;
  readonly startedAt: number;
}

/** Shows a person what a run does while it does it: steps with their times, progress, and what it logs. */
export class RunView implements Disposable {
  readonly #options: RunViewOptions;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #live: LiveLine | undefined;
  readonly #steps = new Map<string, Step>();
  #progress: { readonly fraction: number; readonly message: string } | undefined;

  constructor(options: RunViewOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#startedAt = this.#now();
    const { write, columns } = options;
    this.#live = columns && new LiveLine({ write, columns, render: () => this.#renderLive() });
  }

  /** Begins to show what changes. */
  start(): void {
    this.#live?.show();
  }

  /** Takes what happens in the run. */
  readonly onEvent = (event: RunEvent): void => {
    switch (event.type) {
      case "node_started": {
        const depth = event.parent === null ? 0 : (this.#steps.get(event.parent)?.depth ?? -1) + 1;
        this.#steps.set(event.id, { title: toLine(event.title), depth, startedAt: event.at });
        return;
      }
      case "node_finished":
        this.#finish(event);
        return;
      case "progress":
        this.#setProgress(event);
        return;
      case "asked":
        this.#live?.hide();
        return;
      case "answered":
        this.#live?.show();
        return;
      case "log":
        return; // It comes by `log`, also where it is not of the run.
    }
  };

  /**
   * Shows what project code prints.
   *
   * @param text The text.
   */
  log(text: string): void {
    const { dim } = this.#options.style;
    const lines = toPrintable(text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    this.#print(lines.map((line) => `${dim(`  | ${line}`)}\n`).join(""));
  }

  [Symbol.dispose](): void {
    this.#live?.[Symbol.dispose]();
  }

  #finish({ id, at, error, attempts }: Extract<RunEvent, { type: "node_finished" }>): void {
    const step = this.#steps.get(id);
    if (!step) return;
    this.#steps.delete(id);
    const { green, red, dim } = this.#options.style;
    const time = dim(toDuration(Math.max(0, at - step.startedAt)));
    const tries = attempts > 1 ? dim(` (${attempts} attempts)`) : "";
    const mark = error === undefined ? green("✓") : red("✗");
    const reason = error === undefined ? "" : `: ${toLine(error)}`;
    this.#print(`  ${"  ".repeat(step.depth)}${mark} ${step.title}  ${time}${tries}${reason}\n`);
  }

  #setProgress({ fraction, message }: Extract<RunEvent, { type: "progress" }>): void {
    const before = this.#progress;
    this.#progress = { fraction, message: toLine(message ?? before?.message ?? "") };
    // Where nothing can change in place, a line for each new message.
    if (this.#live || this.#progress.message === "" || this.#progress.message === before?.message) return;
    this.#print(`  ${toPercent(fraction).trim()} ${this.#progress.message}\n`);
  }

  #print(text: string): void {
    if (this.#live) this.#live.print(text);
    else this.#options.write(text);
  }

  /** Not coloured, since it is cut to the terminal's width. */
  #renderLive(): string {
    const now = this.#now();
    const running = [...this.#steps.values()].at(-1);
    const { fraction, message } = this.#progress ?? { fraction: undefined, message: "" };
    const words = [message, running?.title].filter((word) => word !== undefined && word !== "");
    return [
      ...(fraction === undefined ? ["  …"] : [`  [${toBar(fraction)}] ${toPercent(fraction)}`]),
      toDuration(Math.max(0, Math.floor((now - this.#startedAt) / 100) * 100)),
      words.join(" · "),
    ].join(" ").trimEnd();
  }
}

function toBar(fraction: number): string {
  const done = Math.round(Math.min(1, Math.max(0, fraction)) * BAR_WIDTH);
  return "#".repeat(done) + "-".repeat(BAR_WIDTH - done);
}

function toPercent(fraction: number): string {
  return `${Math.round(Math.min(1, Math.max(0, fraction)) * 100)}%`.padStart(4);
}

function toLine(text: string): string {
  return toPrintable(text).replaceAll(/\s+/g, " ").trim();
}
