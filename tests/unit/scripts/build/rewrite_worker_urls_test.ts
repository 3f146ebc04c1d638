import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { rewriteWorkerUrls } from "../../../../scripts/build/rewrite_worker_urls.ts";

const ROOT = Deno.build.os === "windows" ? "C:\\p" : "/p";
const OPTIONS = {
  path: join(ROOT, "src", "run", "pool.ts"),
  workers: new Set([
    join(ROOT, "src", "run", "run_worker.ts"),
    join(ROOT, "src", "store", "store_worker.ts"),
  ]),
};

const CASES: [title: string, source: string, expected: string][] = [
  [
    "a worker beside it",
    `new URL("./run_worker.ts", import.meta.url)`,
    `new URL("./run_worker.js", import.meta.url)`,
  ],
  [
    "a worker in another folder",
    `new Worker(new URL('../store/store_worker.ts', import.meta.url).href, { type: "module" })`,
    `new Worker(new URL("./store_worker.js", import.meta.url).href, { type: "module" })`,
  ],
  [
    "an address over several lines, keeping their number",
    `new URL(\n  "./run_worker.ts",\n  import.meta.url,\n);\nnext`,
    `new URL("./run_worker.js",\n\n\n import.meta.url);\nnext`,
  ],
  ["another file", `new URL("./page.html", import.meta.url)`, `new URL("./page.html", import.meta.url)`],
  ["another base", `new URL("./run_worker.ts", base)`, `new URL("./run_worker.ts", base)`],
  ["an import", `import type { X } from "./run_worker.ts";`, `import type { X } from "./run_worker.ts";`],
];

for (const [title, source, expected] of CASES) {
  Deno.test(`rewriteWorkerUrls() of ${title}`, () =>
    assertEquals(rewriteWorkerUrls(source, OPTIONS), expected));
}

Deno.test("rewriteWorkerUrls() names the line of an address without a worker", () => {
  const source = `first\nnew URL("./gone_worker.ts", import.meta.url)`;
  assertThrows(() => rewriteWorkerUrls(source, OPTIONS), RangeError, "pool.ts:2");
});
