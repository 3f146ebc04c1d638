import { type Fault, WorkflowError } from "../errors.ts";
import type { EndedRun, WaitingRun } from "../run/active_run.ts";
import type { ClientAnswer, ElicitParams, FormChannel } from "./elicitation.ts";
import type { ReadFormAnswerOptions } from "./form_answer.ts";
import { toFormMessage } from "./form_message.ts";
import type { FormSchema } from "./form_schema.ts";
import { takeAnswer, type TakenAnswer } from "./take_answer.ts";

/** What comes of a form that is pushed; `end` where the run has ended without its answer. */
export type PushedForm =
  | Exclude<TakenAnswer, { next: "ask" }>
  | { readonly next: "end"; readonly ended: EndedRun };

/** Options for {@linkcode pushForm}. */
export interface PushFormOptions extends ReadFormAnswerOptions {
  readonly schema: FormSchema;
  readonly elicit: Extract<FormChannel, { kind: "push" }>["elicit"];
  /** Takes the form back. */
  readonly signal: AbortSignal;
}

/**
 * Has a client show a form, again where the answer cannot be used, until there is an answer or there will be none.
 *
 * @param run The run, and its question.
 * @param options The form and the way to the client.
 * @returns What to do.
 * @throws The signal's reason, once it is aborted.
 */
export async function pushForm(
  { request, over }: WaitingRun,
  { schema, elicit, signal, validate }: PushFormOptions,
): Promise<PushedForm> {
  let faults: readonly Fault[] = [];
  for (let attempt = 1;; attempt++) {
    const params = { message: toFormMessage(request, faults), requestedSchema: schema };
    const answer = await elicitUnless(over, { params, elicit, signal });
    if (answer.status === "ended") return { next: "end", ended: answer };
    if (answer.status === "unanswered") {
      return { next: "leave", why: `the form was not answered: ${answer.reason}` };
    }
    const taken = await takeAnswer(request, answer.result, { attempt, validate });
    if (taken.next !== "ask") return taken;
    faults = taken.faults;
  }
}

/** Takes the form back if the run ends meanwhile. */
async function elicitUnless(
  over: Promise<EndedRun>,
  { params, elicit, signal }: Pick<PushFormOptions, "elicit" | "signal"> & { readonly params: ElicitParams },
): Promise<ClientAnswer | EndedRun> {
  const stop = new AbortController();
  const answer = elicit(params, AbortSignal.any([signal, stop.signal]));
  const first = await Promise.race([answer, over]);
  if (first.status === "ended") {
    answer.catch(() => {});
    stop.abort(new WorkflowError("cancelled", "The run has ended"));
  }
  return first;
}
