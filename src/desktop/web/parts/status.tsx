import type { JSX } from "hono/jsx/jsx-runtime";
import type { RecordedStatus } from "../../data/recorded_run.ts";
import { STATUS_WORDS } from "./status_words.ts";

/** What tells a status apart where colours do not. */
const SHAPES: Readonly<Record<RecordedStatus, JSX.Element>> = {
  success: <path d="M3 7.4 6 10.2 11 4" />,
  failed: <path d="m3.7 3.7 6.6 6.6m0-6.6-6.6 6.6" />,
  refused: <path d="M4.2 9.8 9.8 4.2M7 1.6a5.4 5.4 0 1 1 0 10.8A5.4 5.4 0 0 1 7 1.6Z" />,
  timeout: <path d="M7 3.8V7l2.2 1.6M7 1.6a5.4 5.4 0 1 1 0 10.8A5.4 5.4 0 0 1 7 1.6Z" />,
  cancelled: <path d="M3.5 7h7" />,
  interrupted: <path d="M2 7h3m1.5-3v6M9 7h3" />,
  waiting_for_input: <path d="M5 3.5v7m4-7v7" />,
  running: <path class="spin" d="M7 1.8A5.2 5.2 0 1 1 1.8 7" />,
  resumed: <path class="spin" d="M7 1.8A5.2 5.2 0 1 1 1.8 7" />,
};

/** A run's status: a shape, a colour and a word. */
export function Status(
  { status, isPill = false }: { status: RecordedStatus; isPill?: boolean },
): JSX.Element {
  return (
    <span class={`status is-${status}${isPill ? " pill" : ""}`}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        stroke-width="1.9"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        {SHAPES[status]}
      </svg>
      {STATUS_WORDS[status]}
    </span>
  );
}
