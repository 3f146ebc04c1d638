import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { fromBase64Url, toBase64Url } from "../../../src/mcp/base64url.ts";

Deno.test("fromBase64Url() reads back every sequence of bytes", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    const text = toBase64Url(bytes);
    assertEquals(/^[\w-]*$/.test(text), true);
    assertEquals(fromBase64Url(text), new Uint8Array(bytes));
  }));
});

Deno.test("fromBase64Url() reads nothing but what toBase64Url() writes", () => {
  for (const text of ["A", "AB", "AAB", "AA==", "A+A/", "AA A", "Ä", "AAAAA"]) {
    assertEquals(fromBase64Url(text), undefined, text);
  }
});
