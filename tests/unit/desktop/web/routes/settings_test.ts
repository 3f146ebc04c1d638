import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeVisitor } from "../../../../fixtures/desktop/visitor.ts";

Deno.test("Settings keeps how long things are kept; an empty field means for ever", async () => {
  await using visitor = await makeVisitor();
  const { status } = await visitor.post("/settings", {
    keepRunsDays: "7",
    keepLogsDays: "3",
    keepFilesDays: "",
  });
  assertEquals(status, 303);
  assertEquals(visitor.database.settings(), { keepRunsDays: 7, keepLogsDays: 3, keepFilesDays: null });
});

for (const days of ["0", "-1", "1.5", "soon", "99999"]) {
  Deno.test(`Settings refuses ${JSON.stringify(days)} days and says what it expects`, async () => {
    await using visitor = await makeVisitor();
    const before = visitor.database.settings();
    const { status, text } = await visitor.post("/settings", { keepRunsDays: days });
    assertEquals(status, 422);
    assertStringIncludes(text, "expected a whole number of days from 1 to 36500");
    assertEquals(visitor.database.settings(), before);
  });
}

Deno.test("Settings tells the version and where Desktop keeps its data", async () => {
  await using visitor = await makeVisitor();
  const { text } = await visitor.get("/settings");
  assertStringIncludes(text, "1.2.3");
  assertStringIncludes(text, visitor.dashboard.userData.dir);
});
