/**
 * How a person is asked through a client: pushed to it during the call (2024-10-07 to 2025-11-25), or returned to it, and
 * answered by calling again (2026-07-28).
 *
 * @module
 */
import type { FormSchema } from "./form_schema.ts";
import { isObject, type JsonObject } from "./json_object.ts";

/** The params of an `elicitation/create` for a form. */
export interface ElicitParams {
  /** Left out for clients that know only forms. */
  readonly mode?: "form";
  /** What people read above the fields. */
  readonly message: string;
  readonly requestedSchema: FormSchema;
}

/** What came back for a request to the client. */
export type ClientAnswer =
  | { readonly status: "answered"; readonly result: unknown }
  /** The client refused or failed to do it, or it is gone; the reason is for people. */
  | { readonly status: "unanswered"; readonly reason: string };

/** How forms reach a person. */
export type FormChannel =
  & { readonly protocolVersion: string }
  & (
    | {
      readonly kind: "push";
      /**
       * Has the client show a form, for as long as it takes.
       *
       * @param params The form.
       * @param signal Takes the form back.
       * @returns The client's answer, not checked.
       * @throws The signal's reason, once it is aborted.
       */
      readonly elicit: (params: ElicitParams, signal: AbortSignal) => Promise<ClientAnswer>;
    }
    | { readonly kind: "return" }
  );

/** What a call needs before it can be answered: the client asks, and calls again. */
export interface InputRequired {
  /** One form, under a name that is never used again. */
  readonly inputRequests: Readonly<
    Record<string, { readonly method: "elicitation/create"; readonly params: ElicitParams }>
  >;
  /** To be given back as it is. */
  readonly requestState: string;
}

/** What a client brings when it calls again. Nothing in it is trusted. */
export interface CallRetry {
  readonly requestState: string;
  /** Answers by the names that {@linkcode InputRequired} gave the forms. */
  readonly inputResponses: JsonObject;
}

/**
 * Tells whether a client shows forms.
 *
 * @param capabilities What it declared. An `elicitation` without any mode means forms, as in the first versions of it.
 * @returns Whether it does.
 */
export function showsForms(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  if (!isObject(elicitation)) return false;
  return elicitation.form === undefined ? elicitation.url === undefined : isObject(elicitation.form);
}
