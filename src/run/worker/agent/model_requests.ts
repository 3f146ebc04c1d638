import { WorkflowError } from "../../../errors.ts";
import type { ModelRequest, ModelResponse } from "../../protocol.ts";
import { wait } from "../wait.ts";
import { explainResponse } from "./explain_response.ts";

/** How often a request is made again that failed in a way that may pass. */
const MOST_RETRIES = 2;
/** How often a request is made again that came too early. */
const MOST_EARLY_RETRIES = 5;
/** The pause before the first of them where the server names none, in milliseconds; then twice as long each time. */
const FIRST_PAUSE_MS = 500;
/** The longest pause that is waited for when a server names it, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** What {@linkcode ModelRequests} works with. */
export interface ModelRequestsOptions {
  /** Makes a single request; rejects with the signal's reason when it aborts. */
  readonly request: (request: ModelRequest, signal: AbortSignal) => Promise<ModelResponse>;
  /** Takes a line for the run's log. */
  readonly warn: (text: string) => void;
  /** Waits. @default by the clock */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A request, and what it is for. */
export interface NamedRequest extends ModelRequest {
  /** Such as `Cannot ask the model "large"`. */
  readonly failure: string;
  /** The model that is asked for, if one is. */
  readonly model?: string;
}

/** An answer of the model server that is no success. */
export class RefusedRequest extends WorkflowError {
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, status: number) {
    super("model_failed", message);
    this.status = status;
  }
}

/** Makes the requests of agents to the model server, again where a failure may pass. */
export class ModelRequests {
  readonly #options: ModelRequestsOptions;

  constructor(options: ModelRequestsOptions) {
    this.#options = options;
  }

  /**
   * Makes a request.
   *
   * @param request The request.
   * @param signal Gives it up when it aborts.
   * @returns The body of the answer, which is a success.
   * @throws {RefusedRequest} If the server answers with something else, {@linkcode WorkflowError} `model_failed` if it does not
   * answer; the signal's reason when it aborts.
   */
  async send({ failure, model, ...request }: NamedRequest, signal: AbortSignal): Promise<string> {
    for (let retries = 0;; retries++) {
      const response = await this.#options.request(request, signal);
      if (response.answered && response.status >= 200 && response.status < 300) return response.body;
      const why = response.answered
        ? explainResponse(response.status, response.body, model)
        : response.reason;
      const pause = pauseBefore(response, retries);
      if (pause === undefined || pause > LONGEST_PAUSE_MS) {
        const times = retries === 0 ? "" : `, ${retries + 1} times`;
        const later = pause === undefined
          ? ""
          : `; it asks to wait ${Math.ceil(pause / 1_000)} s, longer than a run does`;
        const message = `${failure}: ${why}${times}${later}`;
        throw response.answered
          ? new RefusedRequest(message, response.status)
          : new WorkflowError("model_failed", message);
      }
      this.#options.warn(`${failure}: ${why}; trying again in ${pause / 1_000} s\n`);
      await (this.#options.wait ?? wait)(pause, signal);
    }
  }
}

/** Milliseconds, or `undefined` where to try again is of no use. */
function pauseBefore(response: ModelResponse, retries: number): number | undefined {
  const pause = FIRST_PAUSE_MS * 2 ** retries;
  if (!response.answered) return response.isTransient && retries < MOST_RETRIES ? pause : undefined;
  const { status, retryAfter } = response;
  const most = status === 429
    ? MOST_EARLY_RETRIES
    : [408, 500, 502, 503, 504].includes(status)
    ? MOST_RETRIES
    : 0;
  return retries < most ? readRetryAfter(retryAfter) ?? pause : undefined;
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}
