import { assertEquals } from "@std/assert";
import { toResumeCommand } from "../../../src/cli/resume_command.ts";

for (
  const [options, expected] of [
    [[], ""],
    [[["data-dir", ["/tmp/data"]]], " --data-dir /tmp/data"],
    [[["data-dir", ["/tmp/it's here"]]], " --data-dir '/tmp/it'\\''s here'"],
    [[["max-concurrency", ["3"]], ["idle-timeout", ["1"]]], ""],
    [
      [["allow-inherit-env", ["A", "B"]], ["file-store-dir", ["/f"]], ["max-concurrency", ["3"]]],
      " --allow-inherit-env A --allow-inherit-env B --file-store-dir /f",
    ],
  ] as [[string, string[]][], string][]
) {
  Deno.test(`toResumeCommand() carries over ${JSON.stringify(options)}`, () => {
    assertEquals(
      toResumeCommand("20260828-abcd", new Map(options), { platform: "linux" }),
      `workflow-code resume 20260828-abcd${expected}`,
    );
  });
}

Deno.test("toResumeCommand() quotes a path of Windows as its shells do", () => {
  const options = new Map([["data-dir", ["C:\\My data"]], ["file-store-dir", ["C:\\files"]]]);
  assertEquals(
    toResumeCommand("20260828-abcd", options, { platform: "windows" }),
    'workflow-code resume 20260828-abcd --data-dir "C:\\My data" --file-store-dir C:\\files',
  );
  assertEquals(
    toResumeCommand("20260828-abcd", new Map([["data-dir", ["/tmp/a\\b"]]]), { platform: "linux" }),
    "workflow-code resume 20260828-abcd --data-dir '/tmp/a\\b'",
  );
});
