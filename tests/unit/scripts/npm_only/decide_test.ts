import { assertEquals, assertRejects } from "@std/assert";
import { toFileUrl } from "@std/path";
import { decideNpmOnly } from "../../../../scripts/npm_only/decide.ts";

const MINUTE = 60_000;

/** What each decision in a row gives, the network answering or not. */
const CASES: [
  title: string,
  decisions: { at: number; answers: boolean; forced?: string }[],
  expected: { npmOnly: boolean; asked: boolean }[],
][] = [
  ["asks at first", [{ at: 0, answers: true }], [{ npmOnly: false, asked: true }]],
  ["npm-only when there is no answer", [{ at: 0, answers: false }], [{ npmOnly: true, asked: true }]],
  ["believes an answer for some minutes", [{ at: 0, answers: false }, { at: 9 * MINUTE, answers: true }], [
    { npmOnly: true, asked: true },
    { npmOnly: true, asked: false },
  ]],
  ["asks again later", [{ at: 0, answers: false }, { at: 11 * MINUTE, answers: true }], [
    { npmOnly: true, asked: true },
    { npmOnly: false, asked: true },
  ]],
  ["asks again when the clock went back", [{ at: 5 * MINUTE, answers: false }, { at: 0, answers: true }], [
    { npmOnly: true, asked: true },
    { npmOnly: false, asked: true },
  ]],
  ["1 forces npm-only", [{ at: 0, answers: true, forced: "1" }], [{ npmOnly: true, asked: false }]],
  ["0 forces the normal network", [{ at: 0, answers: false, forced: "0" }], [{
    npmOnly: false,
    asked: false,
  }]],
  ["an empty variable forces nothing", [{ at: 0, answers: true, forced: "" }], [{
    npmOnly: false,
    asked: true,
  }]],
];

for (const [title, decisions, expected] of CASES) {
  Deno.test(`decideNpmOnly() ${title}`, async () => {
    await withCacheFile(async (cacheFile) => {
      for (const [index, { at, answers, forced }] of decisions.entries()) {
        const ask = () => Promise.resolve(answers);
        assertEquals(await decideNpmOnly({ cacheFile, ask, forced, now: () => at }), expected[index]);
      }
    });
  });
}

Deno.test("decideNpmOnly() refuses another value than 1 and 0", async () => {
  await withCacheFile(async (cacheFile) => {
    const ask = () => Promise.resolve(true);
    await assertRejects(
      () => decideNpmOnly({ cacheFile, ask, forced: "yes" }),
      RangeError,
      '"yes" is neither 1 nor 0',
    );
  });
});

async function withCacheFile(fn: (file: URL) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "workflow-code-" });
  try {
    await fn(new URL(`${toFileUrl(dir).href}/cache/answer.json`));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}
