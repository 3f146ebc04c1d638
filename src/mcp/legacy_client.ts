import type { ClientRequests } from "./client_requests.ts";
import { type FormChannel, showsForms } from "./elicitation.ts";

/** The version from which on a form says that it is one; before there was nothing else. */
const MODES_SINCE = "2025-11-25";

/** What a client said of itself in `initialize`. */
export interface Greeting {
  /** The version that was agreed on. */
  readonly protocolVersion: string;
  /** What the client declared; not checked. */
  readonly capabilities: unknown;
}

/** The client of a connection that began with `initialize`: the only kind that may be asked anything. */
export class LegacyClient {
  readonly #requests: ClientRequests;
  #forms: FormChannel | undefined;

  /** @param requests The way to ask it. */
  constructor(requests: ClientRequests) {
    this.#requests = requests;
  }

  /** Takes in what the client says of itself; the last time counts. */
  greet({ protocolVersion, capabilities }: Greeting): void {
    const mode = protocolVersion >= MODES_SINCE ? { mode: "form" } as const : {};
    this.#forms = showsForms(capabilities)
      ? {
        kind: "push",
        protocolVersion,
        elicit: (params, signal) =>
          this.#requests.ask({ method: "elicitation/create", params: { ...mode, ...params }, signal }),
      }
      : undefined;
  }

  /** How to show it a form; undefined where it did not say that it can. */
  get forms(): FormChannel | undefined {
    return this.#forms;
  }
}
