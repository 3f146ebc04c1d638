import { assertEquals } from "@std/assert";
import { toDiff } from "../../../../src/cli/install/diff.ts";

Deno.test("toDiff() shows what goes and comes with three lines around it", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  assertEquals(
    toDiff(before, before.replace("5\n", "five\nV\n"), "/f"),
    "--- /f\n+++ /f\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+V\n 6\n 7\n 8\n",
  );
});

Deno.test("toDiff() shows a new file whole and no change as nothing", () => {
  assertEquals(toDiff("", "a\nb\n", "/f"), "--- /f\n+++ /f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  assertEquals(toDiff("a", "a", "/f"), "");
});
