import { assertEquals } from "@std/assert";
import { showsForms } from "../../../src/mcp/elicitation.ts";

for (
  const [capabilities, expected] of [
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { form: { applyDefaults: true } } }, true],
    [{ elicitation: { other: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: { form: null } }, false],
    [{ elicitation: { form: false } }, false],
    [{ elicitation: true }, false],
    [{ elicitation: null }, false],
    [{ elicitation: [] }, false],
    [{ sampling: {} }, false],
    [{}, false],
    [undefined, false],
    [[], false],
  ] as const
) {
  Deno.test(`a client with ${JSON.stringify(capabilities)} shows ${expected ? "" : "no "}forms`, () => {
    assertEquals(showsForms(capabilities), expected);
  });
}
