import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createRedactor } from "../../../src/connector/redactor.ts";

const CASES: readonly [values: string[], text: string, shown: string][] = [
  [[], "nothing to hide", "nothing to hide"],
  [[""], "nothing to hide", "nothing to hide"],
  [["s3cr3t"], "s3cr3t, as3cr3tb s3cr3", "***, a***b s3cr3"],
  [["a.b*"], "a.b* axb", "*** axb"],
  [["abcd", "abcdef"], "abcdef abcd", "*** ***"],
  [['say "hi"'], '{"token":"say \\"hi\\""}', '{"token":"***"}'],
  [["a/b=c"], "https://x/?t=a%2Fb%3Dc", "https://x/?t=***"],
  [["C"], "Cannot use LANG=C or C", "Cannot use LANG=*** or ***"],
  [["1"], "1 of 10, exit 1.", "*** of 10, exit ***."],
  [["first line\nsecond line"], "second line, then first line", "***, then ***"],
  [["key-----\nshort\n"], "short", "short"],
  [["\ud800ab-"], "x\ud800ab-y", "x***y"],
];

for (const [values, text, shown] of CASES) {
  Deno.test(`createRedactor() shows ${JSON.stringify(text)} without ${JSON.stringify(values)}`, () => {
    assertEquals(createRedactor(values)(text), shown);
  });
}

Deno.test("createRedactor() leaves no value of four characters or more in any text", () => {
  const value = fc.string({ minLength: 4, maxLength: 30, unit: "grapheme" }).filter((text) =>
    !text.includes("*")
  );
  const text = fc.string({ unit: "grapheme" });
  fc.assert(fc.property(fc.array(value, { minLength: 1 }), text, text, (values, before, after) => {
    const redact = createRedactor(values);
    for (const secret of values) {
      for (const written of [secret, JSON.stringify(secret)]) {
        assert(!redact(`${before}${written}${after}`).includes(secret));
      }
    }
  }));
});
