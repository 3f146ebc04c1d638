import { secretValues } from "../../core/secret_values.ts";
import { withoutSecrets } from "../../core/without_secrets.ts";
import type { RunEvent } from "../../run/protocol.ts";
import type { EndedReport, RunReport } from "../../run/report.ts";
import type { ObservedAnswer, ObservedRun, RunObserver } from "../../run/run_observer.ts";
import type { RecordedError, RecordedStatus, RunSource } from "../data/recorded_run.ts";
import { createJsonRedactor, type JsonRedactor } from "./json_redactor.ts";
import type { Recorder } from "./recorder.ts";
import type { Recording } from "./recorder_protocol.ts";
import { toRefusedError } from "./refused_error.ts";

/** How long events are collected before they are sent, in milliseconds. */
const COLLECT_MS = 20;
/** How many are sent at once at most: what prints without end must not keep them all. */
const MOST_COLLECTED = 500;
/** How long the report of a run that works is left as it was, in milliseconds; longer where making one takes long. */
const SNAPSHOT_MS = 250;
/** A report is made again only after this many times as long as making it took. */
const SNAPSHOT_REST = 20;
const SHOWN_NAME_LENGTH = 128;

/** Of what a {@linkcode RunRecorder} records. */
export interface RunRecorderOptions {
  readonly project: { readonly id: string; readonly name: string };
  readonly source: RunSource;
}

/** A run at work, and what of it is to be sent. */
interface Active {
  readonly snapshot: () => RunReport;
  redactor: JsonRedactor;
  /** What a person gave to secret fields. */
  readonly secrets: string[];
  timer: ReturnType<typeof setTimeout> | undefined;
  lastCost: number;
}

/** Watches the runs of one project of a host, and records them. */
export class RunRecorder implements RunObserver {
  readonly #recorder: Pick<Recorder, "record">;
  readonly #options: RunRecorderOptions;
  #credentials: readonly string[] = [];
  #redactor = createJsonRedactor([]);
  readonly #active = new Map<string, Active>();
  #collected: Recording[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param recorder Where changes go.
   * @param options Whose runs they are.
   */
  constructor(recorder: Pick<Recorder, "record">, options: RunRecorderOptions) {
    this.#recorder = recorder;
    this.#options = options;
  }

  /**
   * Says what must not be recorded; called before the first run.
   *
   * @param values The values of credentials that runs get.
   */
  setCredentials(values: readonly string[]): void {
    this.#credentials = values;
    this.#redactor = createJsonRedactor(values);
  }

  begun({ runId, entrypoint, startedAt, statuses, call, snapshot }: ObservedRun): void {
    const redactor = this.#active.get(runId)?.redactor ?? this.#redactor;
    this.#active.set(runId, { snapshot, redactor, secrets: [], timer: undefined, lastCost: 0 });
    this.#send({
      type: "begun",
      runId,
      ...this.#identity(entrypoint),
      source: call ? this.#options.source : "other",
      startedAt,
      statuses,
      mcpInput: redactor.json(call?.mcpInput ?? null),
      cliArgs: (call?.cliArgs ?? []).map(redactor.text),
      report: redactor.json(snapshot()),
    });
  }

  event(runId: string, event: RunEvent): void {
    const active = this.#active.get(runId);
    if (!active) return;
    if (event.type === "log") {
      const { at, stream, node, text } = event;
      this.#collect({ type: "log", runId, line: { at, stream, node, text: active.redactor.text(text) } });
    } else if (event.type === "node_started" || event.type === "node_finished") {
      const delay = Math.max(SNAPSHOT_MS, active.lastCost * SNAPSHOT_REST);
      active.timer ??= setTimeout(() => this.#sendSnapshot(runId, active), delay);
    }
  }

  waiting(report: RunReport): void {
    this.#setStatus(report.runId, "waiting_for_input", { report, at: Date.now() });
  }

  answered(runId: string, { request, answer, at }: ObservedAnswer): void {
    const { key, id, fields } = request;
    const active = this.#active.get(runId);
    if (active) {
      active.secrets.push(...secretValues(answer, fields));
      // What a run prints of them is not recorded either.
      active.redactor = createJsonRedactor([...this.#credentials, ...active.secrets]);
    }
    const kept = withoutSecrets(answer, fields);
    const values = kept.action === "accept" ? kept.values : null;
    const json = (active?.redactor ?? this.#redactor).json(values);
    this.#send({
      type: "submitted",
      runId,
      submission: { key, id, action: answer.action, values: JSON.parse(json), at },
    });
  }

  resumed(runId: string, at: number): void {
    this.#setStatus(runId, "resumed", { at });
  }

  left(runId: string): void {
    if (!this.#active.has(runId)) return;
    this.#forget(runId);
    this.#send({ type: "released", runId });
  }

  ended(report: EndedReport): void {
    const { runId, status, error } = report;
    const at = Date.parse(report.finishedAt ?? "") || Date.now();
    this.#setStatus(runId, status, { report, at, ...(error ? { error } : {}) });
    this.#forget(runId);
  }

  /**
   * Records a call that never became a run.
   *
   * @param request What the client sent.
   * @param error Why it was refused.
   */
  refused(request: Readonly<Record<string, unknown>>, error: unknown): void {
    const name = typeof request.name === "string" ? request.name.slice(0, SHOWN_NAME_LENGTH) : "";
    const { text, json } = this.#redactor;
    const { code, message } = toRefusedError(error);
    this.#send({
      type: "refused",
      runId: `refused-${crypto.randomUUID()}`,
      ...this.#identity({ id: name, title: name || "(no tool)" }),
      source: this.#options.source,
      at: Date.now(),
      mcpInput: json(request.arguments ?? null),
      error: { code, message: text(message) },
    });
  }

  /** Sends what was collected. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#collected.length === 0) return;
    const changes = this.#collected;
    this.#collected = [];
    this.#recorder.record(changes);
  }

  #forget(runId: string): void {
    clearTimeout(this.#active.get(runId)?.timer);
    this.#active.delete(runId);
  }

  #setStatus(
    runId: string,
    status: RecordedStatus,
    { report, at, error }: {
      readonly report?: RunReport;
      readonly at: number;
      readonly error?: RecordedError;
    },
  ): void {
    const { text, json } = this.#active.get(runId)?.redactor ?? this.#redactor;
    this.#send({
      type: "status",
      runId,
      status,
      at,
      ...(report ? { report: json(report) } : {}),
      ...(error ? { error: { code: error.code, message: text(error.message) } } : {}),
    });
  }

  #sendSnapshot(runId: string, active: Active): void {
    active.timer = undefined;
    if (this.#active.get(runId) !== active) return;
    const before = performance.now();
    const report = active.redactor.json(active.snapshot());
    active.lastCost = performance.now() - before;
    this.#send({ type: "report", runId, report });
  }

  #identity({ id, title }: { readonly id: string; readonly title: string }) {
    const { project } = this.#options;
    return {
      desktopProjectId: project.id,
      projectName: project.name,
      entrypointId: id,
      entrypointTitle: title,
    };
  }

  #collect(change: Recording): void {
    this.#collected.push(change);
    if (this.#collected.length >= MOST_COLLECTED) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS);
  }

  /** What people wait to see goes at once, behind what was collected before it. */
  #send(change: Recording): void {
    this.#collected.push(change);
    this.flush();
  }
}
