import { assertEquals } from "@std/assert";
import type { ResolvedOptions } from "../../../../../src/core/parse_resolved_params.ts";
import { ResolvedOptionsCache } from "../../../../../src/desktop/web/routes/resolved_options.ts";

function open() {
  const asked: PromiseWithResolvers<ResolvedOptions>[] = [];
  const clock = { now: 0 };
  const resolveParams = () => {
    const one = Promise.withResolvers<ResolvedOptions>();
    asked.push(one);
    return one.promise;
  };
  const cache = new ResolvedOptionsCache({ resolveParams }, () => clock.now);
  return { asked, clock, cache, get: () => cache.get("project", "main", {}) };
}

Deno.test("choices that are still being worked out are not asked for again, whatever time passes and whoever wants them anew", () => {
  const { asked, clock, cache, get } = open();
  get();
  clock.now = 60_000;
  cache.clear();
  get();
  assertEquals(asked.length, 1);
});

Deno.test("choices are good for a moment", async () => {
  const { asked, clock, get } = open();
  const first = get();
  asked[0]?.resolve({});
  await first;
  clock.now = 2_999;
  get();
  assertEquals(asked.length, 1);
  clock.now = 3_000;
  get();
  assertEquals(asked.length, 2);
});

Deno.test("choices that took long and never came are not asked for again at once", async () => {
  const { asked, clock, get } = open();
  const first = get().catch(() => {});
  clock.now = 10_000;
  asked[0]?.reject(new Error("not in time"));
  await first;
  clock.now = 39_000;
  get().catch(() => {});
  assertEquals(asked.length, 1);
});
