import type { RunEvent } from "../protocol.ts";

/** As much of a step's title is told, in characters. */
const LONGEST_TITLE = 1_000;
/** As much of what a step threw; the whole of it is in the journal. */
const LONGEST_ERROR = 64 * 1024;

/**
 * Cuts what a run may make of any length, and its host keeps for as long as the run goes on: a few long titles would fill it.
 *
 * @param event What happened.
 * @returns The same, with texts of a bearable length.
 */
export function shortenEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case "node_started":
      return event.title.length <= LONGEST_TITLE
        ? event
        : { ...event, title: cut(event.title, LONGEST_TITLE) };
    case "node_finished":
      return event.error === undefined || event.error.length <= LONGEST_ERROR
        ? event
        : { ...event, error: cut(event.error, LONGEST_ERROR) };
    default:
      return event;
  }
}

function cut(text: string, length: number): string {
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}… (${
    text.length - length
  } more characters)`;
}
