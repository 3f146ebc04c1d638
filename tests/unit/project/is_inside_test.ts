import { assertEquals } from "@std/assert";
import { resolve } from "@std/path";
import { isInside } from "../../../src/project/is_inside.ts";

for (
  const [path, inside] of [
    ["/p/a", true],
    ["/p/a/b", true],
    ["/p/..a", true],
    ["/p", false],
    ["/", false],
    ["/p2/a", false],
    ["/p/../a", false],
    ["/q", false],
  ] as const
) {
  Deno.test(`isInside() says that ${path} is ${inside ? "" : "not "}below /p`, () => {
    assertEquals(isInside(resolve(path), resolve("/p")), inside);
  });
}
