import { assertEquals, assertMatch } from "@std/assert";
import { TEXT_FORMATS, type TextFormat } from "../../../src/core/text_formats.ts";

const CASES: Record<TextFormat, { good: string[]; bad: string[] }> = {
  "date": {
    good: ["2026-01-31", "2024-02-29"],
    bad: ["", "2026-02-29", "31.01.2026", "2026-01-31T00:00:00Z"],
  },
  "date-time": {
    good: ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.5+02:00"],
    bad: ["2026-01-31", "2026-01-31T09:30:00", "2026-01-31T25:00:00Z"],
  },
  "time": { good: ["09:30:00Z", "23:59:59.25-08:00"], bad: ["09:30", "09:30:00", "24:00:00Z"] },
  "email": { good: ["name@example.com", "a.b+c@d.example"], bad: ["name", "name@", "a b@example.com"] },
  "uri": {
    good: ["https://example.com/a?b#c", "urn:isbn:123"],
    bad: ["example", "/a", "https://exa mple.com"],
  },
};

for (const [name, { good, bad }] of Object.entries(CASES)) {
  const { accepts, meaning } = TEXT_FORMATS[name as TextFormat];
  Deno.test(`the format ${name} accepts what has it and nothing else`, () => {
    assertEquals(good.filter((text) => !accepts(text)), []);
    assertEquals(bad.filter(accepts), []);
  });
  Deno.test(`the example in the meaning of the format ${name} has it`, () => {
    const example = meaning.split("such as ")[1] ?? "";
    assertMatch(example, /\S/);
    assertEquals(accepts(example), true);
  });
}
