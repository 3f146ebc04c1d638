import { assertEquals, assertStringIncludes } from "@std/assert";
import { Ajv } from "ajv";
import { MAX_OUTGOING_BYTES } from "../../../src/mcp/encode_message.ts";
import type { ToolResult } from "../../../src/mcp/handlers.ts";
import { measureResult } from "../../../src/mcp/measure_result.ts";
import { OUTPUT_SCHEMA } from "../../../src/mcp/output_schema.ts";
import { toToolResult } from "../../../src/mcp/result.ts";
import type { RunReport } from "../../../src/run/report.ts";
import { fakeReport } from "../../fixtures/run_report.ts";

const HEAD = { runId: "20260828-abcd", entrypointId: "main", entrypointTitle: "Main" };
const matchesOutputSchema = new Ajv().compile(OUTPUT_SCHEMA);

for (const output of [{}, { a: 1 }, null, [], [1], "text", "", 0, false]) {
  Deno.test(`toToolResult() gives the output ${JSON.stringify(output)} of a success as it is`, async () => {
    const content = { ...HEAD, status: "success", output };
    assertContent(await toResult(fakeReport({ output })), content, false);
  });
}

Deno.test("toToolResult() has the keys of a success in the order that is documented", async () => {
  const { content } = await toResult(fakeReport({ output: {} }));
  assertEquals(
    content[0]?.text,
    '{"runId":"20260828-abcd","status":"success","entrypointId":"main","entrypointTitle":"Main","output":{}}',
  );
});

for (
  const [status, code] of [
    ["failed", "run_failed"],
    ["failed", "executor_crashed"],
    ["failed", "file_rejected"],
    ["cancelled", "cancelled"],
    ["timeout", "timeout"],
  ] as const
) {
  Deno.test(`toToolResult() makes an error of a run that ended as "${status}" with ${code}`, async () => {
    const result = await toResult(
      fakeReport({ status, errCode: 1, error: { code, message: "why" }, output: null }),
    );
    assertContent(result, { ...HEAD, status, error: { code, message: "why" } }, true);
  });
}

Deno.test("toToolResult() keeps errCode and output of a business error", async () => {
  const error = { code: "business_error", message: "no stock", errCode: 42 } as const;
  const result = await toResult(fakeReport({ status: "failed", errCode: 42, error, output: { left: 0 } }));
  assertContent(result, { ...HEAD, status: "failed", output: { left: 0 }, error }, true);
});

Deno.test("toToolResult() makes an error of a report that says so only by its number", async () => {
  const result = await toResult(fakeReport({ errCode: 3, errMsg: "odd", output: null }));
  assertContent(result, { ...HEAD, status: "success", error: { code: "run_failed", message: "odd" } }, true);
});

Deno.test("toToolResult() takes nothing else from the report", async () => {
  const error = Object.assign({ code: "run_failed", message: "why" } as const, { stack: "at secret.ts:1:1" });
  const report = fakeReport({ status: "failed", errCode: 1, error, output: null, params: { key: "secret" } });
  const text = JSON.stringify(await toResult(report));
  for (const word of ["secret", "nodes", "params", "projectId", "startedAt", "errMsg"]) {
    assertEquals(text.includes(word), false, word);
  }
});

const LARGE = "é".repeat(5 * 1024 * 1024);
const SAVED = { output: null, outputFile: "/created/20260828-abcd/output.json" };

Deno.test("toToolResult() saves an output that is too large, and says where it is and how long", async () => {
  const saved: unknown[] = [];
  const result = await toToolResult(fakeReport({ output: LARGE }), (runId, json) => {
    saved.push([runId, JSON.parse(json) === LARGE]);
    return Promise.resolve(SAVED.outputFile);
  });
  const outputBytes = 2 * LARGE.length + 2;
  assertContent(result, { ...HEAD, status: "success", ...SAVED, outputBytes }, false);
  assertEquals(saved, [["20260828-abcd", true]]);
});

Deno.test("toToolResult() saves a large output of a run that failed, and keeps why it did", async () => {
  const error = { code: "business_error", message: "why", errCode: 5 } as const;
  const report = fakeReport({ status: "failed", errCode: 5, error, output: LARGE });
  const result = await toToolResult(report, () => Promise.resolve(SAVED.outputFile));
  assertContent(
    result,
    { ...HEAD, status: "failed", ...SAVED, outputBytes: 2 * LARGE.length + 2, error },
    true,
  );
});

Deno.test("toToolResult() says that an output is too large where it cannot be saved", async () => {
  const { isError, structuredContent } = await toResult(fakeReport({ output: LARGE }));
  const { error, ...content } = structuredContent as { error: { code: string; message: string } };
  assertEquals([isError, content, error.code], [true, { ...HEAD, status: "success" }, "output_too_large"]);
  assertStringIncludes(error.message, `at most ${MAX_OUTGOING_BYTES} can be sent`);
  assertStringIncludes(error.message, "could not be written to a file");
  assertEquals(error.message.includes("/secret"), false);
});

Deno.test("toToolResult() keeps why a run failed when its output cannot be saved or its message is too large", async () => {
  for (const [message, output, says] of [["why", LARGE, "too large"], [`why ${LARGE}`, null, "left out"]]) {
    const error = { code: "business_error", message: message ?? "", errCode: 5 } as const;
    const result = await toResult(fakeReport({ status: "failed", errCode: 5, error, output }));
    const { error: shown, output: left } = result.structuredContent as {
      error: typeof error;
      output: unknown;
    };
    assertEquals([shown.code, shown.errCode, left], ["business_error", 5, undefined]);
    assertStringIncludes(shown.message, "why");
    assertStringIncludes(shown.message, says ?? "");
    assertEquals(measureResult(result) < 1024 * 1024, true);
  }
});

Deno.test("toToolResult() sends an output that just fits", async () => {
  const { isError, structuredContent } = await toResult(
    fakeReport({ output: "x".repeat(5 * 1024 * 1024 - 64 * 1024) }),
  );
  assertEquals([isError, "outputFile" in (structuredContent ?? {})], [undefined, false]);
});

Deno.test("measureResult() never says less than the message has", async () => {
  for (const character of ["x", '"', "\\", "\n", "\u0000", "\u2028", "é", "漢", "😀", "\ud800"]) {
    for (const length of [10, 200_000]) {
      const result = await toResult(fakeReport({ output: character.repeat(length) }));
      const { length: size } = new TextEncoder().encode(
        JSON.stringify({ jsonrpc: "2.0", id: 0, result }).replaceAll("\u2028", "\\u2028"),
      );
      assertEquals(measureResult(result) >= size, true, JSON.stringify(character));
    }
  }
});

/** The result where nothing can be saved. */
function toResult(report: RunReport): Promise<ToolResult> {
  return toToolResult(report, () => Promise.reject(new Error("Cannot write to /secret")));
}

function assertContent(result: ToolResult, content: object, isError: boolean): void {
  assertEquals(result.structuredContent, content as Record<string, unknown>);
  assertEquals(result.content.map(({ type, text }) => [type, JSON.parse(text)]), [["text", content]]);
  assertEquals(result.isError ?? false, isError);
  assertEquals(
    matchesOutputSchema(result.structuredContent),
    true,
    JSON.stringify(matchesOutputSchema.errors),
  );
}
