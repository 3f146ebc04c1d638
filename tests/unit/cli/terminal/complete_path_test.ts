import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { completePath } from "../../../../src/cli/terminal/complete_path.ts";

async function withFolder(test: (dir: string) => void): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    for (const folder of ["notes", "nothing"]) await Deno.mkdir(join(dir, folder));
    for (const file of ["notes.md", "Ünïcode.txt", ".hidden", "notes/a b.txt"]) {
      await Deno.writeTextFile(join(dir, file), "");
    }
    await Deno.symlink(join(dir, "notes"), join(dir, "link"));
    await Deno.symlink(join(dir, "gone"), join(dir, "dangling"));
    test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const CASES: readonly [string, readonly string[]][] = [
  ["/", ["/dangling", "/link/", "/notes.md", "/notes/", "/nothing/", "/Ünïcode.txt"]],
  ["/note", ["/notes.md", "/notes/"]],
  ["/notes/", ["/notes/a b.txt"]],
  ["/.", ["/.hidden"]],
  ["/Ü", ["/Ünïcode.txt"]],
  ["/x", []],
  ["/nowhere/x", []],
];

for (const [typed, expected] of CASES) {
  Deno.test(`completePath() of "…${typed}" gives ${expected.length} paths, written as it was begun`, () =>
    withFolder((dir) => {
      assertEquals(completePath(`${dir}${typed}`), expected.map((path) => `${dir}${path}`));
    }));
}

Deno.test("completePath() begins at the working directory", () => {
  assertEquals(completePath("src/cli/terminal/complete_pa"), ["src/cli/terminal/complete_path.ts"]);
  assertEquals(completePath("scri"), ["scripts/"]);
});
