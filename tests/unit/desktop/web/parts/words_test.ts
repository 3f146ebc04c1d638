import { assertEquals } from "@std/assert";
import { toAgo, toSize } from "../../../../../src/desktop/web/parts/words.ts";

const DAY = 86_400_000;
/** The same day in every time zone. */
const NOON = DAY / 2;

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
  Deno.test(`toAgo() says "${words}" after ${ms} ms`, () => assertEquals(toAgo(NOON, NOON + ms), words));
}

Deno.test("toSize() takes the unit that fits", () => {
  assertEquals([1, 1400, 3_000_000].map(toSize), ["1 byte", "1.4 kB", "3.0 MB"]);
});
