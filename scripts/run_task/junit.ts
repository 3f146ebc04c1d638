/** How many tests came out how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Counts the tests in a JUnit report of `deno test`; steps of a test count as tests.
 *
 * @param xml The report; empty when deno did not get as far as writing one.
 * @returns The counts.
 *
 * @example
 * ```ts
 * import { countJunit } from "./junit.ts";
 *
 * countJunit('<testcase name="a"></testcase><testcase name="b"><failure/></testcase>');
 * // { passed: 1, failed: 1, skipped: 0 }
 * ```
 */
export function countJunit(xml: string): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  // A report escapes `<` in names and messages, so a tag is always a tag.
  for (const [, selfClosed, body] of xml.matchAll(/<testcase\b[^>]*?(?:(\/)>|>(.*?)<\/testcase>)/gs)) {
    if (selfClosed !== undefined) counts.passed++;
    else if (/<(?:failure|error)\b/.test(body ?? "")) counts.failed++;
    else if (/<skipped\b/.test(body ?? "")) counts.skipped++;
    else counts.passed++;
  }
  return counts;
}

/**
 * The counts of a test run. One that failed without a failed test (a file that does not load or type-check is in no
 * report) counts as one failure, so that a total never looks better than the run was.
 *
 * @param xml The report, empty if there is none.
 * @param exitCode The exit code of `deno test`.
 * @returns The counts.
 */
export function countTestRun(xml: string, exitCode: number): Counts {
  const counts = countJunit(xml);
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/**
 * Adds up counts.
 *
 * @param parts The counts of each part.
 * @returns Their sum.
 */
export function sumCounts(parts: readonly Counts[]): Counts {
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) {
    sum.passed += part.passed;
    sum.failed += part.failed;
    sum.skipped += part.skipped;
  }
  return sum;
}
