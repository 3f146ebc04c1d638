import { assertEquals, assertThrows } from "@std/assert";
import * as path from "@std/path";

// The same cases run on @std/path and, npm-only, on its adapter: both have to agree.
const POSIX: [title: string, actual: () => unknown, expected: unknown][] = [
  ["join()", () => path.join("/a", "..", "b", "./c"), "/b/c"],
  ["resolve()", () => path.resolve("/a", "b", "../c"), "/a/c"],
  ["dirname()", () => path.dirname("/a/b/c.ts"), "/a/b"],
  ["basename()", () => path.basename("/a/b/c.ts"), "c.ts"],
  ["basename() without a suffix", () => path.basename("/a/b/c.ts", ".ts"), "c"],
  ["extname()", () => path.extname("/a/b.c/d.tar.gz"), ".gz"],
  ["extname() of none", () => path.extname("/a/.env"), ""],
  ["relative()", () => path.relative("/a/b", "/a/c/d"), "../c/d"],
  ["isAbsolute() of an absolute path", () => path.isAbsolute("/a"), true],
  ["isAbsolute() of a relative path", () => path.isAbsolute("a"), false],
  ["isAbsolute() of a home path", () => path.isAbsolute("~/a"), false],
  ["normalize()", () => path.normalize("/a//b/../c/"), "/a/c/"],
  ["parse()", () => path.parse("/a/b.ts"), { root: "/", dir: "/a", base: "b.ts", ext: ".ts", name: "b" }],
  ["toFileUrl()", () => path.toFileUrl("/a b/ü#?.ts").href, "file:///a%20b/%C3%BC%23%3F.ts"],
  ["fromFileUrl() of a text", () => path.fromFileUrl("file:///a%20b/%C3%BC%23.ts"), "/a b/ü#.ts"],
  ["fromFileUrl() of a URL", () => path.fromFileUrl(new URL("file:///a/b")), "/a/b"],
  ["SEPARATOR", () => path.SEPARATOR, "/"],
];

const WINDOWS: typeof POSIX = [
  ["join()", () => path.join("C:\\a", "..", "b"), "C:\\b"],
  ["isAbsolute()", () => path.isAbsolute("C:\\a"), true],
  ["toFileUrl()", () => path.toFileUrl("C:\\a b").href, "file:///C:/a%20b"],
  ["fromFileUrl()", () => path.fromFileUrl("file:///C:/a%20b"), "C:\\a b"],
  ["SEPARATOR", () => path.SEPARATOR, "\\"],
];

for (const [title, actual, expected] of Deno.build.os === "windows" ? WINDOWS : POSIX) {
  Deno.test(`@std/path: ${title}`, () => assertEquals(actual(), expected));
}

Deno.test("@std/path: toFileUrl() refuses a relative path", () => {
  assertThrows(() => path.toFileUrl("a/b"), TypeError);
});
