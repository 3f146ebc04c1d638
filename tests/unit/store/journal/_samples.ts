import type { FieldSpec, InteractionRequest } from "../../../../src/core/interaction.ts";
import { type Journal, openJournal, type OpenJournalOptions } from "../../../../src/store/journal/journal.ts";
import type { AnswerRecord, StepRecord } from "../../../../src/store/journal/records.ts";
import type { EndedStatus } from "../../../../src/store/journal/run_status.ts";
import type { FinalReport, NewRun } from "../../../../src/store/journal/stored_run.ts";

/** A data dir of a test. */
export interface TestDir extends Disposable {
  readonly dir: string;
  /** Opens its journal, which is closed with the data dir. */
  open(options?: OpenJournalOptions): Journal;
}

/** Makes a data dir that is removed with all that was opened in it. */
export function makeTestDir(): TestDir {
  const dir = Deno.makeTempDirSync();
  const opened: Journal[] = [];
  return {
    dir,
    open(options) {
      const journal = openJournal(dir, options);
      opened.push(journal);
      return journal;
    },
    [Symbol.dispose]() {
      for (const journal of opened) journal[Symbol.dispose]();
      Deno.removeSync(dir, { recursive: true });
    },
  };
}

/** A run that begins. */
export function newRun(changes: Partial<NewRun> = {}): NewRun {
  return {
    projectId: "11111111-1111-4111-8111-111111111111",
    projectDir: "/project",
    entrypoint: { id: "main", title: "Main", timeout: 1000, dynamic: false, params: [] },
    values: { prompt: "hello" },
    files: {},
    bundleId: "b1",
    bundlePath: "/bundles/b1/bundle.js",
    owner: "owner-1",
    startedAt: new Date(2026, 7, 28, 12).getTime(),
    ...changes,
  };
}

/** The step that is the nth to begin and to end. */
export function step(n: number, changes: Partial<StepRecord> = {}): StepRecord {
  return {
    key: `step-${n}`,
    id: `step-${n}`,
    title: `Step ${n}`,
    parent: null,
    startOrder: 2 * n,
    endOrder: 2 * n + 1,
    startedAt: 1000 + n,
    finishedAt: 1001 + n,
    attempts: 1,
    outcome: { ok: true, result: n },
    ...changes,
  };
}

/** A field of a form. */
export function field(name: string, changes: Partial<FieldSpec> = {}): FieldSpec {
  return { name, type: "string", required: true, multiple: false, secret: false, ...changes };
}

/** A question with the one field `tone`. */
export function question(key: string, changes: Partial<InteractionRequest> = {}): InteractionRequest {
  return {
    key,
    id: key,
    kind: "ask",
    message: "Which tone?",
    fields: [field("tone")],
    node: null,
    ...changes,
  };
}

/** The answer to a question. */
export function answerTo(request: InteractionRequest, changes: Partial<AnswerRecord> = {}): AnswerRecord {
  return {
    request,
    answer: { action: "accept", values: { tone: "plain" } },
    startOrder: 10,
    endOrder: 11,
    askedAt: 2000,
    answeredAt: 3000,
    ...changes,
  };
}

/** A final report. */
export function report(
  runId: string,
  status: EndedStatus,
): FinalReport & { readonly status: EndedStatus; readonly nodes: readonly unknown[] } {
  return { runId, status, nodes: [] };
}
