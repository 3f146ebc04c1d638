import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { unzipSync } from "fflate";
import { type ArchiveFile, packArchive } from "../../../../scripts/release/pack_archive.ts";

const FILES: readonly ArchiveFile[] = [
  { name: "program", bytes: new TextEncoder().encode("#!/bin/sh\necho started\n"), isExecutable: true },
  { name: "README.md", bytes: new TextEncoder().encode("# Read me\n"), isExecutable: false },
];

Deno.test("a tar.gz unpacks with tar into one folder, what may be started and what may not", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeFile(join(dir, "a.tar.gz"), packArchive("folder-1.0", FILES, "tar.gz"));
    const { success } = await new Deno.Command("tar", { args: ["-xozf", "a.tar.gz"], cwd: dir }).output();
    assertEquals(success, true);
    const modes = FILES.map(({ name }) => (Deno.statSync(join(dir, "folder-1.0", name)).mode ?? 0) & 0o777);
    assertEquals(modes, [0o755, 0o644]);
    const { stdout } = await new Deno.Command(join(dir, "folder-1.0", "program")).output();
    assertEquals(new TextDecoder().decode(stdout), "started\n");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

for (const length of [0, 1, 512, 513, 8704, 9216, 9728]) {
  Deno.test(`tar has nothing to say of an archive whose last file has ${length} bytes`, async () => {
    const dir = await Deno.makeTempDir();
    try {
      const file = { name: "file", bytes: new Uint8Array(length).fill(1), isExecutable: false };
      await Deno.writeFile(join(dir, "a.tar.gz"), packArchive("folder-1.0", [file], "tar.gz"));
      const { success, stderr } = await new Deno.Command("tar", { args: ["-tzf", "a.tar.gz"], cwd: dir })
        .output();
      assertEquals([success, new TextDecoder().decode(stderr)], [true, ""]);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
}

Deno.test("a zip has the same files in one folder", () => {
  const files = unzipSync(packArchive("folder-1.0", FILES, "zip"));
  assertEquals(Object.keys(files), ["folder-1.0/program", "folder-1.0/README.md"]);
  assertEquals(new TextDecoder().decode(files["folder-1.0/README.md"]), "# Read me\n");
});

for (const format of ["tar.gz", "zip"] as const) {
  Deno.test(`the same files make the same ${format}, byte for byte`, () => {
    assertEquals(packArchive("f", FILES, format), packArchive("f", FILES, format));
  });
}
