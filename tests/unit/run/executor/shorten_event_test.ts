import { assertEquals } from "@std/assert";
import { shortenEvent } from "../../../../src/run/executor/shorten_event.ts";

const started = (title: string) => ({ type: "node_started", id: "a", title, parent: null, at: 1 }) as const;
const finished = (error?: string) =>
  ({
    type: "node_finished",
    id: "a",
    at: 1,
    attempts: 1,
    ...(error === undefined ? {} : { error }),
  }) as const;

Deno.test("shortenEvent() leaves texts of a usual length", () => {
  for (const event of [started("t".repeat(1_000)), finished(), finished("e".repeat(65_536))]) {
    assertEquals(shortenEvent(event), event);
  }
});

Deno.test("shortenEvent() cuts long titles and errors, says so, and leaves no half of a character", () => {
  assertEquals(
    shortenEvent(started("t".repeat(999) + "🦕" + "t".repeat(99))),
    started("t".repeat(999) + "… (100 more characters)"),
  );
  assertEquals(
    shortenEvent(finished("e".repeat(65_537))),
    finished("e".repeat(65_536) + "… (1 more characters)"),
  );
});
