import { assertEquals, assertThrows } from "@std/assert";
import { stringifyMessage } from "../../../../src/run/worker/stringify_message.ts";

/** Does the work while every object has a `toJSON`. */
function withToJson(prototype: object, work: () => void): void {
  const toJSON = () => "forged";
  Object.defineProperty(prototype, "toJSON", { value: toJSON, configurable: true, writable: true });
  const own = Object.getOwnPropertyDescriptor(prototype, "toJSON");
  try {
    work();
    assertEquals(Object.getOwnPropertyDescriptor(prototype, "toJSON"), own);
  } finally {
    Reflect.deleteProperty(prototype, "toJSON");
  }
}

Deno.test("stringifyMessage() leaves a toJSON of all objects and arrays out of account, and where it was", () => {
  for (const prototype of [Object.prototype, Array.prototype]) {
    withToJson(prototype, () => {
      assertEquals(
        stringifyMessage({ type: "event", list: [{ a: 1 }] }),
        '{"type":"event","list":[{"a":1}]}',
      );
    });
  }
});

Deno.test("stringifyMessage() asks the toJSON of a class", () => {
  assertEquals(stringifyMessage({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}');
});

Deno.test("stringifyMessage() puts a toJSON back when the message is no JSON", () => {
  withToJson(Object.prototype, () => {
    assertThrows(() => stringifyMessage({ big: 1n }), TypeError);
  });
});
