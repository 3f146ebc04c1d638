import { assertEquals } from "@std/assert";
import { toCanonicalJson } from "../../../src/core/canonical_json.ts";

Deno.test("toCanonicalJson() sorts the keys of all objects, and nothing else", () => {
  const value = JSON.parse('{"b":[{"z":1,"y":[3,1,2]}],"a":null,"10":1,"9":2,"__proto__":{"d":1,"c":2}}');
  assertEquals(
    toCanonicalJson(value),
    '{"9":2,"10":1,"__proto__":{"c":2,"d":1},"a":null,"b":[{"y":[3,1,2],"z":1}]}',
  );
});

Deno.test("toCanonicalJson() keeps different values apart", () => {
  const texts = [{}, [], null, "", "{}", { a: 1 }, { a: "1" }, { a: [1] }, { a: { a: 1 } }].map(
    toCanonicalJson,
  );
  assertEquals(new Set(texts).size, texts.length);
});
