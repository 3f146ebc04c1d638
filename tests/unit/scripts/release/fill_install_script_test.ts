import { assertEquals, assertThrows } from "@std/assert";
import { fillInstallScript } from "../../../../scripts/release/fill_install_script.ts";

Deno.test("fillInstallScript() writes where the releases are", () => {
  assertEquals(
    fillInstallScript('URL="@REPOSITORY_URL@"', "https://example.com/owner/name/"),
    'URL="https://example.com/owner/name"',
  );
});

for (const url of ["http://example.com/a/b", 'https://example.com/$(id)"', "https://example.com/a b", "x"]) {
  Deno.test(`fillInstallScript() refuses ${url}`, () => {
    assertThrows(() => fillInstallScript("@REPOSITORY_URL@", url), RangeError, "expected https://HOST");
  });
}

for (const name of ["install.sh", "install.ps1"]) {
  Deno.test(`${name} has the place that a release fills`, async () => {
    const template = await Deno.readTextFile(new URL(`../../../../scripts/release/${name}`, import.meta.url));
    const filled = fillInstallScript(template, "https://example.com/owner/name");
    assertEquals(filled.includes("@REPOSITORY_URL@"), false);
    assertEquals(filled.includes("https://example.com/owner/name"), true);
  });
}
