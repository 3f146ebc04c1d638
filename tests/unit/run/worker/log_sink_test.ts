import { assertEquals } from "@std/assert";
import type { RunEvent } from "../../../../src/run/protocol.ts";
import { LogSink } from "../../../../src/run/worker/log_sink.ts";

function createSink() {
  const events: RunEvent[] = [];
  const sink = new LogSink((event) => events.push(event), { now: () => 7, currentNode: () => "step" });
  return { sink, events };
}

Deno.test("write() posts one event for each text, with time and step", () => {
  const { sink, events } = createSink();
  sink.write("stdout", "a\n");
  sink.write("warn", "b");
  sink.write("stderr", "");
  assertEquals(events, [
    { type: "log", stream: "stdout", text: "a\n", node: "step", at: 7 },
    { type: "log", stream: "warn", text: "b", node: "step", at: 7 },
  ]);
});

Deno.test("write() says once that the log is too long, and is silent then", () => {
  const { sink, events } = createSink();
  const megabyte = "x".repeat(1024 * 1024);
  for (let count = 0; count < 12; count++) sink.write("stdout", megabyte);
  const texts = events.map((event) => event.type === "log" ? event.text : "");
  assertEquals(texts.length, 8);
  assertEquals(texts.at(-1), "(the log is longer than 8388608 characters: the rest is left out)\n");
});
