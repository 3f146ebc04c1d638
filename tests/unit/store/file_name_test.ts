import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MAX_NAME_BYTES, nameFault, numberName } from "../../../src/store/file_name.ts";

Deno.test("nameFault() lets names pass that every system takes", () => {
  const names = [
    "a",
    "report.pdf",
    "Bericht für März.md",
    "日本語.txt",
    "a.tar.gz",
    "no extension",
    "(1)",
    " leading",
    "comma,semicolon;",
    "console.log",
    "com10",
    "nullable.txt",
    "lpt",
    "a'b&c#d%e+f=g@h~i",
    "👩‍👩‍👧.png",
    "é".repeat(127),
  ];
  for (const name of names) assertEquals([name, nameFault(name)], [name, undefined]);
});

Deno.test("nameFault() says what is wrong with a name", () => {
  const faults: [unknown, string][] = [
    [undefined, "must be a text, found nothing"],
    [7, "must be a text, found 7"],
    ["", 'must be a text, found ""'],
    ["a/b", 'must not contain "/", found "a/b"'],
    ["..\\x", 'must not contain "\\\\"'],
    ["a\0", 'must not contain "\\u0000"'],
    ["a\nb", 'must not contain "\\n"'],
    ["C:x", 'must not contain ":"'],
    ["a?", 'must not contain "?"'],
    [".", "must not begin with a dot"],
    ["..", "must not begin with a dot"],
    [".env", "must not begin with a dot"],
    ["a.", "must not end with a dot or space"],
    ["a ", "must not end with a dot or space"],
    ["CON", "must not be one that Windows reserves"],
    ["nul.txt", "must not be one that Windows reserves"],
    ["Com1.tar.gz", "must not be one that Windows reserves"],
    ["COM¹", "must not be one that Windows reserves"],
    ["lpt9 .txt", "must not be one that Windows reserves"],
    ["aux.c", "must not be one that Windows reserves"],
    ["fdp\u202e.exe", "must read as it is written"],
    ["a\ud800", "must read as it is written"],
    ["é".repeat(128), "must have at most 255 bytes, found 256"],
  ];
  for (const [name, fault] of faults) {
    assert(nameFault(name)?.startsWith(fault), `${name}: ${nameFault(name)}`);
  }
});

Deno.test("numberName() numbers before the extension", () => {
  assertEquals(numberName("report.pdf", 1), "report.pdf");
  assertEquals(numberName("report.pdf", 2), "report (2).pdf");
  assertEquals([numberName("report", 12), numberName("a.b.c", 3)], ["report (12)", "a.b (3).c"]);
});

Deno.test("a numbered name is a good name whenever the name is, and differs from it", () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
    fc.tuple(fc.string({ unit: "grapheme", maxLength: 250 }), fc.string({ unit: "grapheme", maxLength: 250 }))
      .map((parts) => parts.join(".")),
    fc.integer({ min: 200, max: 255 }).map((length) => "x".repeat(length)),
    fc.integer({ min: 1, max: 250 }).map((length) => `a.${"x".repeat(length)}`),
  ).filter((text) => nameFault(text) === undefined);
  fc.assert(fc.property(name, fc.integer({ min: 2, max: 100_000 }), (name, count) => {
    const numbered = numberName(name, count);
    assertEquals(nameFault(numbered), undefined, numbered);
    assert(numbered !== name && numbered.includes(`(${count})`));
    assert(new TextEncoder().encode(numbered).length <= MAX_NAME_BYTES);
  }));
});
