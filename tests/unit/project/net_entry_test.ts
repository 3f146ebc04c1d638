import { assertEquals } from "@std/assert";
import { checkNetEntry } from "../../../src/project/net_entry.ts";

for (
  const entry of [
    "example.com",
    "api.example.com:443",
    "localhost",
    "localhost:8080",
    "127.0.0.1:80",
    "[::1]:80",
    "[2001:db8::1]",
    "*.example.com",
    "*.example.com:443",
    "a_b.example",
    "xn--mnchen-3ya.de",
  ]
) {
  Deno.test(`checkNetEntry() accepts ${entry}, and so does the runtime`, () => {
    assertEquals(checkNetEntry(entry), true);
    startWorkerWith(entry);
  });
}

for (
  const entry of [
    "*",
    "*:443",
    "https://example.com",
    "example.com/path",
    "example.com:0",
    "example.com:70000",
    "example.com:http",
    "::1",
    "münchen.de",
    "a b",
    "",
    ":80",
    "example.com:",
    "exa*mple.com",
    "*.com:",
    "*.com",
    "[::1",
    "[zz]:80",
    "10.0.0.0/8",
  ]
) {
  Deno.test(`checkNetEntry() refuses ${JSON.stringify(entry)}`, () => {
    assertEquals(checkNetEntry(entry) === true, false);
  });
}

/** Throws where the runtime does not take the entry. */
function startWorkerWith(entry: string): void {
  const options = { type: "module" as const, deno: { permissions: { net: [entry] } } };
  new Worker("data:application/javascript,", options).terminate();
}
