import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { filePathFault, type PathStyle } from "../../../src/params/file_path.ts";

const JPEG = `/9j/4AAQSkZJRgABAQ${"A".repeat(200)}==`;

const ACCEPTED: [path: string, style: PathStyle][] = [
  ["/a.txt", "posix"],
  ["/a b/ä/../c:d", "posix"],
  ["/~/x", "posix"],
  ["/9j/photo", "posix"],
  ["//a", "posix"],
  ["C:\\a.txt", "windows"],
  ["c:/a b/ä.txt", "windows"],
  ["\\\\server\\share\\a.txt", "windows"],
  ["//server/share/a.txt", "windows"],
  ["\\\\?\\C:\\a.txt", "windows"],
];

for (const [path, style] of ACCEPTED) {
  Deno.test(`filePathFault() accepts ${path} on ${style}`, () =>
    assertEquals(filePathFault(path, style), undefined));
}

const REFUSED: [claim: string, path: string, style: PathStyle, objection: string][] = [
  ["an empty text", "", "posix", "is empty"],
  ["a relative path", "a.txt", "posix", '"a.txt" is relative'],
  ["a path that begins with a dot", "./a.txt", "posix", "is relative"],
  ["a home folder", "~/a.txt", "posix", 'begins with "~", which is not expanded'],
  ["a NUL character", "/a\0.txt", "posix", "contains a NUL character"],
  ["half a character", "/a\udcff.txt", "posix", "has half a character"],
  ["a web address", "https://example.com/a", "posix", "is a URL"],
  ["a file address", "file:///a.txt", "posix", "is a URL"],
  ["inline data", "data:text/plain;base64,QQ==", "posix", "is inline data"],
  ["Base64", "SGVsbG8gd29ybGQ=", "posix", "is relative"],
  ["a JPEG in Base64, which begins like an absolute path", JPEG, "posix", "is it Base64"],
  ["a text longer than a path can be", `/${"a".repeat(5000)}`, "posix", "is no path"],
  ["a path of Windows elsewhere", "C:\\a.txt", "posix", "is relative"],
  ["a path of POSIX on Windows", "/a.txt", "windows", "is relative"],
  ["the root of the current drive", "\\a.txt", "windows", "is relative"],
  ["the current folder of a drive", "C:a.txt", "windows", "is relative"],
  ["a file address on Windows", "file:///C:/a.txt", "windows", "is a URL"],
];

for (const [claim, path, style, objection] of REFUSED) {
  Deno.test(`filePathFault() refuses ${claim}, and says what is accepted`, () => {
    const reason = filePathFault(path, style) ?? "";
    assertStringIncludes(reason, "must be the absolute path of a local file, such as ");
    assertStringIncludes(reason, objection);
    assert(reason.length < 250);
  });
}
