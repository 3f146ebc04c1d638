import { assertEquals } from "@std/assert";
import { toDuration } from "../../src/duration.ts";

const DAY = 86_400_000;

for (
  const [ms, words] of [[0, "0 ms"], [999, "999 ms"], [1500, "1.5 s"], [61_000, "1 min 1 s"], [
    2 * 3_600_000 + 60_000,
    "2 h 1 min",
  ], [3 * DAY, "3 d 0 h"]] as const
) {
  Deno.test(`toDuration() writes ${ms} ms as "${words}"`, () => assertEquals(toDuration(ms), words));
}
