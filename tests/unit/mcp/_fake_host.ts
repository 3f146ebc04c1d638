import type { Answer, InteractionRequest } from "../../../src/core/interaction.ts";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../src/errors.ts";
import type { ToolHost } from "../../../src/mcp/tool_host.ts";
import { createWorkflowHandlers } from "../../../src/mcp/workflow_handlers.ts";
import type { ServerHandlers } from "../../../src/mcp/handlers.ts";
import { createValidator } from "../../../src/params/validate.ts";
import type { EndedRun, RunResult } from "../../../src/run/active_run.ts";
import { validateAnswer } from "../../../src/run/validate_answer.ts";
import type { RunStatus } from "../../../src/store/journal/run_status.ts";
import { fakeReport, type ReportParts } from "../../fixtures/run_report.ts";

const RUN_ID = "20260828-abcd";

/** One run, which asks some questions and then gives its answers back. */
export class FakeHost {
  readonly #questions: readonly InteractionRequest[];
  readonly #nonces = new Map<string, string>();
  /** What was done to the run, in order. */
  readonly events: string[] = [];
  readonly answers: Answer[] = [];
  /** Ends the run while it waits. */
  readonly over = Promise.withResolvers<EndedRun>();
  status: RunStatus = "running";
  /** What the next answer fails with. */
  failure: Error | undefined;
  isPendingLost = false;
  #report: EndedRun["report"] | undefined;

  constructor(...questions: InteractionRequest[]) {
    this.#questions = questions;
  }

  /** The handlers that serve it as the tool `main`. */
  handlers(): ServerHandlers {
    return createWorkflowHandlers({
      manifest: Promise.resolve({ id: "p", name: "Test", version: "1.0.0" } as never),
      open: () => Promise.resolve(this.#toHost()),
      readStateKey: () => Promise.resolve(new Uint8Array(32)),
      toResumeCommand: (runId) => `workflow-code resume ${runId}`,
      onStoreFailure: (error) => void this.events.push(error.message),
    });
  }

  /** The end of the run as its report has it. */
  end(parts: ReportParts = { output: { answers: this.answers.length } }): EndedRun {
    const report = fakeReport(parts) as EndedRun["report"];
    this.status = report.status;
    this.#report = report;
    return { status: "ended", report };
  }

  #toHost(): ToolHost {
    const spec = parseDefinition({
      entrypoints: { main: { title: "Main", params: { n: { type: "number" } }, run: true } },
    });
    const [main] = spec.entrypoints;
    if (!main) throw new Error("no entrypoint");
    return {
      spec,
      project: { manifest: { id: "p" } },
      entrypoint: () => main,
      validate: async (entrypoint, values) => (await createValidator(entrypoint))(values),
      validateAnswer,
      saveOutput: () => Promise.reject(new Error("no store")),
      start: () => Promise.resolve(this.#next()),
      runs: {
        answer: ({ key, answer }) => {
          this.events.push(`answer ${key}`);
          if (this.failure) return Promise.reject(this.failure);
          this.answers.push(answer);
          return Promise.resolve(this.#next());
        },
        cancel: (runId) => (this.events.push(`cancel ${runId}`), undefined),
        leaveWaiting: (runId) => void this.events.push(`leave ${runId}`),
        journal: {
          get: () => ({ status: this.status, report: this.#report ?? null }) as never,
          pending: () =>
            this.isPendingLost || this.#report
              ? []
              : this.#open.map((request) => ({ request, startOrder: 0, askedAt: 0 })),
          issueNonce: (_runId, key) => {
            const nonce = crypto.randomUUID();
            this.#nonces.set(key, nonce);
            return nonce;
          },
          consumeNonce: (_runId, { key, nonce }) => {
            const isGood = this.#nonces.get(key) === nonce;
            if (isGood) this.#nonces.delete(key);
            return isGood;
          },
        },
      },
    };
  }

  get #open(): readonly InteractionRequest[] {
    return this.#questions.slice(this.answers.length, this.answers.length + 1);
  }

  #next(): RunResult {
    const [request] = this.#open;
    if (!request) return this.end();
    this.status = "waiting_for_input";
    const report = fakeReport({ status: "waiting_for_input", output: null });
    return { status: "waiting", report, request, over: this.over.promise };
  }
}

/** The error of an answer that comes too late. */
export function tooLate(): WorkflowError {
  return new WorkflowError("not_resumable", `Cannot go on with run ${RUN_ID}: it is resumed`);
}
