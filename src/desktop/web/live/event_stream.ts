import type { ChangeWatcher } from "./change_watcher.ts";

/** A stream without news says so now and then, so that a connection that is gone is noticed, in milliseconds. */
const BEAT_MS = 15_000;

/**
 * The stream that an open page listens to: `change` for each change of the database, and now and then, since what a page says
 * of times grows old.
 *
 * @param watcher What tells of changes.
 * @param signal Ends the stream when the dashboard stops.
 * @returns The response.
 */
export function toEventStream(watcher: ChangeWatcher, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () => controller.enqueue(encoder.encode("event: change\ndata:\n\n"));
      const listening = watcher.listen(send);
      const beat = setInterval(send, BEAT_MS);
      const end = () => {
        leave();
        controller.close();
      };
      leave = () => {
        clearInterval(beat);
        listening[Symbol.dispose]();
        signal.removeEventListener("abort", end);
      };
      signal.addEventListener("abort", end, { once: true });
      // A page that comes back asks soon.
      controller.enqueue(encoder.encode("retry: 500\n\n"));
      if (signal.aborted) end();
    },
    cancel: () => leave(),
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}
