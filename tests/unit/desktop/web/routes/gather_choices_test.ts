import { assertEquals } from "@std/assert";
import { gatherChoices } from "../../../../../src/desktop/web/routes/gather_choices.ts";

Deno.test("gatherChoices() gives the choices, or why there are none", async () => {
  const options = { mode: [{ value: "fast" }] };
  assertEquals(await gatherChoices(Promise.resolve(options)), { options });
  const failed = Promise.reject(new Error("no network"));
  assertEquals(await gatherChoices(failed), { options: {}, optionsFault: "no network" });
});

Deno.test("gatherChoices() does not wait for choices that do not come", async () => {
  assertEquals(await gatherChoices(new Promise(() => {}), 0), { options: {}, areOptionsComing: true });
});
