import { assertEquals } from "@std/assert";
import { toAgo, toDuration, toSize } from "../../../../src/desktop/web/parts/words.ts";

const DAY = 86_400_000;

for (
  const [ms, words] of [
    [0, "just now"],
    [59_999, "just now"],
    [60_000, "1 minute ago"],
    [2 * 3_600_000, "2 hours ago"],
    [DAY, "1 day ago"],
    [8 * DAY, "1 January 1970"],
  ] as const
) {
  Deno.test(`toAgo() says "${words}" after ${ms} ms`, () => assertEquals(toAgo(0, ms), words));
}

for (
  const [ms, words] of [[0, "0 ms"], [999, "999 ms"], [1500, "1.5 s"], [61_000, "1 min 1 s"], [
    2 * 3_600_000 + 60_000,
    "2 h 1 min",
  ], [3 * DAY, "3 d 0 h"]] as const
) {
  Deno.test(`toDuration() writes ${ms} ms as "${words}"`, () => assertEquals(toDuration(ms), words));
}

Deno.test("toSize() takes the unit that fits", () => {
  assertEquals([1, 1400, 3_000_000].map(toSize), ["1 byte", "1.4 kB", "3.0 MB"]);
});
