import { assertEquals } from "@std/assert";
import { countJunit, countTestRun, sumCounts } from "../../../../scripts/run_task/junit.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="5" failures="2" errors="0" time="0.114">
    <testsuite name="./a_test.ts" tests="5" disabled="1" errors="0" failures="2">
        <testcase name="one" classname="./a_test.ts" time="0.001" line="1" col="6">
        </testcase>
        <testcase name="a &lt;failure&gt; &quot;in&quot; its name" classname="./a_test.ts" time="0.001" line="1" col="6">
        </testcase>
        <testcase name="two" classname="./a_test.ts" time="0.003" line="2" col="6">
            <failure message="Uncaught Error: x &lt;b&gt;">Error: &lt;skipped/&gt;
    at file:///a_test.ts:2:30</failure>
        </testcase>
        <testcase name="three" classname="./a_test.ts" time="0.000" line="3" col="6">
            <skipped/>
        </testcase>
        <testcase name="one &gt; a step" classname="./a_test.ts" time="0.000" line="1" col="39">
            <failure message="no">Error: no</failure>
        </testcase>
        <testcase name="short"/>
    </testsuite>
</testsuites>`;

Deno.test("countJunit() tells passed, failed and skipped apart", () => {
  assertEquals(countJunit(REPORT), { passed: 3, failed: 2, skipped: 1 });
});

Deno.test("countJunit() of no report counts nothing", () => {
  assertEquals(countJunit(""), { passed: 0, failed: 0, skipped: 0 });
});

Deno.test("countTestRun() counts a run that failed without a failed test as one failure", () => {
  assertEquals(countTestRun("", 1), { passed: 0, failed: 1, skipped: 0 });
  assertEquals(countTestRun(REPORT, 1).failed, 2);
  assertEquals(countTestRun('<testcase name="a"/>', 0), { passed: 1, failed: 0, skipped: 0 });
});

Deno.test("sumCounts() adds up", () => {
  assertEquals(sumCounts([{ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 }]), {
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});
