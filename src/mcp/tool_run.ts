import type { Answer, InteractionRequest } from "../core/interaction.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import { type Fault, WorkflowError } from "../errors.ts";
import { encodeArgs } from "../params/encode_args.ts";
import type { RunResult, Stretch, WaitingRun } from "../run/active_run.ts";
import type { RunReport } from "../run/report.ts";
import type { CallRetry, FormChannel, InputRequired } from "./elicitation.ts";
import type { ReadFormAnswerOptions } from "./form_answer.ts";
import { toFormMessage } from "./form_message.ts";
import { type FormSchema, toFormSchema } from "./form_schema.ts";
import type { ToolCall, ToolResult } from "./handlers.ts";
import type { JsonObject } from "./json_object.ts";
import { toLeftWaiting } from "./left_waiting.ts";
import { pushForm } from "./push_form.ts";
import type { RpcError } from "./rpc_error.ts";
import { type RequestStates, type StateBinding, stateError } from "./request_state.ts";
import { toErrorResult, toToolResult } from "./result.ts";
import type { RunWatch } from "./run_progress.ts";
import { takeAnswer } from "./take_answer.ts";
import type { ToolHost } from "./tool_host.ts";

/** What a {@linkcode ToolRun} works with. */
export interface ToolRunOptions {
  readonly host: ToolHost;
  readonly entrypoint: EntrypointSpec;
  /** The arguments as the client gave them. */
  readonly args: JsonObject;
  readonly call: ToolCall;
  readonly watch: RunWatch;
  readonly states: RequestStates;
  /** Gives the command that answers a run. */
  readonly toResumeCommand: (runId: string) => string;
}

type Outcome = ToolResult | InputRequired;

/** A question that is put: how often, this time included, and what was wrong with the answer before. */
interface Asking {
  readonly request: InteractionRequest;
  readonly attempt: number;
  readonly faults: readonly Fault[];
}

/** One call of a tool: from the start of a run, or an answer to it, to its end or to a question that the call cannot wait for. */
export class ToolRun {
  readonly #options: ToolRunOptions;
  readonly #stretch: Stretch;

  /** @param options What the call says, and what it works with. */
  constructor(options: ToolRunOptions) {
    this.#options = options;
    this.#stretch = { signal: options.call.signal, onEvent: options.watch.onEvent };
  }

  /**
   * Begins a run.
   *
   * @returns What the call came to, or needs first.
   * @throws {WorkflowError} `invalid_arguments` when the arguments do not fit.
   */
  async begin(): Promise<Outcome> {
    const { host, entrypoint, args } = this.#options;
    const values = await host.validate(entrypoint, args);
    const stretch = { ...this.#stretch, mcpInput: args };
    return await this.#settle(await host.start(entrypoint, encodeArgs(entrypoint, values), stretch));
  }

  /**
   * Goes on with the run of an earlier call, which was returned a form.
   *
   * @param retry What the client brings.
   * @returns What the call came to, or needs first.
   * @throws {RpcError} When the state was not given out for this call, has expired or was used.
   */
  async goOn({ requestState, inputResponses }: CallRetry): Promise<Outcome> {
    const { host: { runs: { journal } }, states } = this.#options;
    const { runId, key, nonce, name, attempt } = await states.open(requestState, this.#binding);
    if (!journal.consumeNonce(runId, { key, nonce })) throw usedState();
    const request = findQuestion(journal, { runId, key });
    if (!request) return await this.#toEnd(runId, key);
    const response = Object.hasOwn(inputResponses, name) ? inputResponses[name] : undefined;
    const taken = await takeAnswer(request, response, { attempt, validate: this.#validate(request) });
    switch (taken.next) {
      case "answer":
        return await this.#answer({ runId, key, answer: taken.answer });
      case "leave":
        return this.#leave(runId, { request, why: taken.why });
      case "ask":
        return await this.#return(runId, { request, attempt: attempt + 1, faults: taken.faults });
    }
  }

  async #settle(result: RunResult): Promise<Outcome> {
    if (result.status === "ended") return await this.#toResult(result.report);
    const { request, report: { runId } } = result;
    const { forms } = this.#options.call;
    if (forms?.kind === "push") return await this.#push(result, forms);
    return await this.#return(runId, { request, attempt: 1, faults: [] });
  }

  async #push(waiting: WaitingRun, forms: Extract<FormChannel, { kind: "push" }>): Promise<Outcome> {
    const { request, report: { runId } } = waiting;
    const { watch, call: { signal } } = this.#options;
    const form = toFormSchema(request, forms);
    if (!form.ok) return this.#leave(runId, { request, why: cannotShow(form.reason) });
    watch.setWaiting(true);
    const validate = this.#validate(request);
    const pushed = await pushForm(waiting, { schema: form.schema, elicit: forms.elicit, signal, validate })
      .catch((error) => {
        if (signal.aborted) this.#options.host.runs.cancel(runId);
        throw error;
      });
    watch.setWaiting(false);
    switch (pushed.next) {
      case "answer":
        return await this.#answer({ runId, key: request.key, answer: pushed.answer });
      case "leave":
        return this.#leave(runId, { request, why: pushed.why });
      case "end":
        return await this.#toResult(pushed.ended.report);
    }
  }

  /** Gives the form to the client, which calls again with the answer. */
  async #return(runId: string, { request, attempt, faults }: Asking): Promise<Outcome> {
    const { host: { runs }, states, call: { forms } } = this.#options;
    if (forms?.kind !== "return") return this.#leave(runId, { request, why: "this client shows no forms" });
    const form = toFormSchema(request, forms);
    if (!form.ok) return this.#leave(runId, { request, why: cannotShow(form.reason) });
    const nonce = runs.journal.issueNonce(runId, request.key);
    // A name of its own each time: what a client remembers of another question can never answer this one.
    const name = `${request.id}-${nonce}`;
    const state = { runId, key: request.key, nonce, name, attempt };
    return {
      inputRequests: { [name]: toElicitation(request, { schema: form.schema, faults }) },
      requestState: await states.seal(state, this.#binding),
    };
  }

  async #answer(
    given: { readonly runId: string; readonly key: string; readonly answer: Answer },
  ): Promise<Outcome> {
    const { runs } = this.#options.host;
    let result: RunResult;
    try {
      result = await runs.answer({ ...given, ...this.#stretch });
    } catch (error) {
      if (!(error instanceof WorkflowError && error.code === "not_resumable")) throw error;
      return this.#toUnused(given, error.message);
    }
    return await this.#settle(result);
  }

  #leave(
    runId: string,
    { request, why }: { readonly request: InteractionRequest; readonly why: string },
  ): ToolResult {
    this.#options.host.runs.leaveWaiting(runId);
    return toLeftWaiting(this.#head(runId), {
      request,
      why,
      resumeCommand: this.#options.toResumeCommand(runId),
    });
  }

  /** The run no longer asks: most often it has ended meanwhile, since something else in it failed. */
  async #toEnd(runId: string, key: string): Promise<ToolResult> {
    const report = this.#options.host.runs.journal.get(runId)?.report;
    // The journal gives a final report back as it was given.
    return report
      ? await this.#toResult(report as RunReport)
      : this.#toUnused({ runId, key }, "it no longer asks this question");
  }

  /** What a person answered is not used: somebody else was faster, or the run cannot go on as it is. */
  #toUnused({ runId, key }: { readonly runId: string; readonly key: string }, reason: string): ToolResult {
    const { runs } = this.#options.host;
    const request = findQuestion(runs.journal, { runId, key });
    if (request) return this.#leave(runId, { request, why: `the answer could not be used: ${reason}` });
    const status = runs.journal.get(runId)?.status;
    if (status === undefined) throw usedState();
    // Whatever waits here waits in vain.
    runs.leaveWaiting(runId);
    return toErrorResult({ ...this.#head(runId), status }, {
      code: "not_resumable",
      message: `The answer was not used, the run has gone on without it: ${reason}`,
    });
  }

  #toResult(report: RunReport): Promise<ToolResult> {
    return toToolResult(report, (runId, json) => this.#options.host.saveOutput(runId, json));
  }

  #head(runId: string): { runId: string; entrypointId: string; entrypointTitle: string } {
    const { id, title } = this.#options.entrypoint;
    return { runId, entrypointId: id, entrypointTitle: title };
  }

  get #binding(): StateBinding {
    const { host, entrypoint, args } = this.#options;
    return { projectId: host.project.manifest.id, tool: entrypoint.id, args };
  }

  #validate(request: InteractionRequest): ReadFormAnswerOptions["validate"] {
    return (values) => this.#options.host.validateAnswer(request, values);
  }
}

function findQuestion(
  journal: ToolHost["runs"]["journal"],
  { runId, key }: { readonly runId: string; readonly key: string },
): InteractionRequest | undefined {
  return journal.pending(runId).find(({ request }) => request.key === key)?.request;
}

function toElicitation(
  request: InteractionRequest,
  { schema, faults }: { readonly schema: FormSchema; readonly faults: readonly Fault[] },
): InputRequired["inputRequests"][string] {
  const params = { mode: "form", message: toFormMessage(request, faults), requestedSchema: schema } as const;
  return { method: "elicitation/create", params };
}

/** Which of them it is does not matter to an honest client, and is no business of another. */
function usedState(): RpcError {
  return stateError("was used before, or its question was answered elsewhere, or its run has ended");
}

function cannotShow(reason: string): string {
  return `a client cannot show the form: ${reason}`;
}
