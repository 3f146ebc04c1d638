/** Every status of a run that goes on: at work, kept for a person's answer, at work again. */
export const ACTIVE_STATUSES = ["running", "waiting_for_input", "resumed"] as const;

/** Every status of a run that has ended; `interrupted` is one whose process died. */
export const ENDED_STATUSES = ["success", "failed", "cancelled", "timeout", "interrupted"] as const;

/** Every status behind which a run can be gone on with, after its last finished step. */
export const RESUMABLE_STATUSES = ["failed", "cancelled", "timeout", "interrupted"] as const;

/** The status of a run that goes on. */
export type ActiveStatus = typeof ACTIVE_STATUSES[number];

/** The status of a run that has ended. */
export type EndedStatus = typeof ENDED_STATUSES[number];

/** What a run is or came to. */
export type RunStatus = ActiveStatus | EndedStatus;

/** A status, and when the run took it. */
export interface StatusChange {
  readonly status: RunStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Tells whether a run with this status has ended.
 *
 * @param status The status.
 * @returns Whether it is one of {@linkcode ENDED_STATUSES}.
 */
export function isEnded(status: RunStatus): status is EndedStatus {
  return (ENDED_STATUSES as readonly RunStatus[]).includes(status);
}
