import { assertEquals, assertStringIncludes } from "@std/assert";
import { readServerUrl } from "../../../src/auth/read_server_url.ts";

for (
  const [text, url, isExposed] of [
    ["https://a.example", "https://a.example", false],
    ["https://A.example:8443/api/v1//", "https://a.example:8443/api/v1", false],
    ["http://localhost:11434/v1", "http://localhost:11434/v1", false],
    ["http://127.0.0.1:1/", "http://127.0.0.1:1", false],
    ["http://[::1]:1/v1", "http://[::1]:1/v1", false],
    ["http://api.localhost", "http://api.localhost", false],
    ["http://a.example/v1", "http://a.example/v1", true],
    ["http://127.0.0.1.example", "http://127.0.0.1.example", true],
    ["http://localhost.example", "http://localhost.example", true],
    ["http://192.168.0.2:1", "http://192.168.0.2:1", true],
  ] as const
) {
  Deno.test(`readServerUrl() takes ${text}, where a key is ${isExposed ? "exposed" : "safe"}`, () => {
    assertEquals(readServerUrl(text), { url, isExposed });
  });
}

for (
  const [text, fault] of [
    ["", 'found "", expected an address like https://models.example.com/v1'],
    ["a.example/v1", 'found "a.example/v1", expected'],
    ["ftp://a.example", 'found "ftp://a.example", expected'],
    ["https://", 'found "https://", expected'],
    ["https://me:s3cret@a.example/v1", "found a name or password in it, expected"],
    ["https://a.example/v1?key=1", 'found "?key=1" at its end'],
    ["https://a.example/v1#x", 'found "#x" at its end'],
    [
      "https://a.example/v1/chat/completions/",
      "expected what comes before /chat/completions: https://a.example/v1",
    ],
  ] as const
) {
  Deno.test(`readServerUrl() refuses ${JSON.stringify(text)} and says why`, () => {
    const read = readServerUrl(text);
    assertStringIncludes("fault" in read ? read.fault : "", fault);
    assertEquals(JSON.stringify(read).includes("s3cret"), false);
  });
}
