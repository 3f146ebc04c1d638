import { assertStringIncludes } from "@std/assert";
import { ChangeWatcher } from "../../../../../src/desktop/web/live/change_watcher.ts";
import { toEventStream } from "../../../../../src/desktop/web/live/event_stream.ts";

Deno.test("an open page is told of a change, and its stream ends when the dashboard stops", async () => {
  let count = 1;
  const stop = new AbortController();
  const response = toEventStream(
    new ChangeWatcher({ changeCount: () => count, onFault: () => {} }),
    stop.signal,
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  count++;
  const { value = "" } = await reader?.read() ?? {};
  assertStringIncludes(value, "event: change\n");
  stop.abort();
  while (!(await reader?.read())?.done);
});
