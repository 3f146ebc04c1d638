import { assertEquals } from "@std/assert";
import { type Line, LineSplitter } from "../../../src/streams/line_splitter.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

Deno.test("LineSplitter gives several lines of one chunk and keeps the rest", () => {
  const splitter = new LineSplitter(100);
  assertEquals(texts(splitter.push(encoder.encode("a\nbb\nc"))), ["a", "bb"]);
  assertEquals(texts(splitter.push(encoder.encode("c\n"))), ["cc"]);
  assertEquals(splitter.end(), []);
});

Deno.test("LineSplitter joins a line that comes byte by byte, a character cut in the middle included", () => {
  const splitter = new LineSplitter(100);
  const lines = [...encoder.encode("héllo 👩‍🚀\n")].flatMap((byte) => splitter.push(new Uint8Array([byte])));
  assertEquals(texts(lines), ["héllo 👩‍🚀"]);
});

Deno.test("LineSplitter gives empty lines, also where the line feed has a chunk of its own", () => {
  const splitter = new LineSplitter(100);
  assertEquals(texts(splitter.push(encoder.encode("\n"))), [""]);
  assertEquals(texts(splitter.push(encoder.encode("a"))), []);
  assertEquals(texts(splitter.push(encoder.encode("\n\n"))), ["a", ""]);
});

Deno.test("LineSplitter gives the last line at the end, although it has no line feed", () => {
  const splitter = new LineSplitter(100);
  assertEquals(texts(splitter.push(encoder.encode("a\nb"))), ["a"]);
  assertEquals(texts(splitter.end()), ["b"]);
});

Deno.test("LineSplitter takes a line of exactly the limit, in one chunk and in several", () => {
  assertEquals(texts(new LineSplitter(3).push(encoder.encode("abc\n"))), ["abc"]);
  const splitter = new LineSplitter(3);
  assertEquals(texts([...splitter.push(encoder.encode("ab")), ...splitter.push(encoder.encode("c\n"))]), [
    "abc",
  ]);
});

Deno.test("LineSplitter reports a line over the limit once and goes on behind it", () => {
  assertEquals(texts(new LineSplitter(3).push(encoder.encode("abcd\nef\n"))), ["too long", "ef"]);
  const splitter = new LineSplitter(3);
  const lines = ["ab", "cd", "efgh", "i\nj", "k\n"].flatMap((part) => splitter.push(encoder.encode(part)));
  assertEquals(texts(lines), ["too long", "jk"]);
  assertEquals(splitter.end(), []);
});

Deno.test("LineSplitter does not change a line that it gave when more bytes come", () => {
  const splitter = new LineSplitter(100);
  splitter.push(encoder.encode("first"));
  const lines = splitter.push(encoder.encode(" line\nsecond"));
  splitter.push(encoder.encode(" line that is longer\n"));
  assertEquals(texts(lines), ["first line"]);
});

function texts(lines: readonly Line[]): string[] {
  return lines.map((line) => "tooLong" in line ? "too long" : decoder.decode(line.bytes));
}
