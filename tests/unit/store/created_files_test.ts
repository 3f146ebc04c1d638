import { assert, assertEquals, assertThrows } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { MAX_CREATED_BYTES } from "../../../src/store/created_file.ts";
import { CreatedFiles } from "../../../src/store/created_files.ts";
import { makeFolder } from "../../fixtures/stores/make_folder.ts";

const RUN = "20260828-abcd";

function create(files: CreatedFiles, name: string, ...parts: readonly string[]) {
  using file = files.begin(RUN, name);
  for (const part of parts) file.write(new TextEncoder().encode(part));
  return file.end();
}

Deno.test("a file is in its run's folder, for its owner alone, with hash, size and media type", () => {
  using folder = makeFolder();
  const dir = join(folder.path, "deep", "created");
  const file = create(new CreatedFiles(dir), "Bericht.md", "# Hel", "", "lo");
  const path = join(dir, RUN, "Bericht.md");
  const id = createHash("sha256").update("# Hello").digest("hex");
  assertEquals(file, { id, name: "Bericht.md", size: 7, mediaType: "text/markdown", path });
  assertEquals([Deno.readTextFileSync(path), folder.names("deep/created/incoming")], ["# Hello", []]);
  if (Deno.build.os === "windows") return;
  const modes = [dir, join(dir, RUN), path].map((path) => (Deno.statSync(path).mode ?? 0) & 0o777);
  assertEquals(modes, [0o700, 0o700, 0o600]);
});

Deno.test("a file that is empty, or of a kind that nobody knows, is a file", () => {
  using folder = makeFolder();
  const { size, mediaType } = create(new CreatedFiles(folder.path), "data");
  assertEquals([size, mediaType], [0, "application/octet-stream"]);
});

Deno.test("a file has its name only when it is whole", () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  using file = files.begin(RUN, "a.txt");
  file.write(new TextEncoder().encode("half"));
  assertEquals(folder.names(RUN), []);
  file.end();
  assertEquals(folder.names(RUN), ["a.txt"]);
});

Deno.test("a file that is given up leaves nothing", () => {
  using folder = makeFolder();
  {
    using file = new CreatedFiles(folder.path).begin(RUN, "a.txt");
    file.write(new Uint8Array(10));
  }
  assertEquals([folder.names(), folder.names("incoming")], [["incoming"], []]);
});

Deno.test("a name that is taken gets a number, whoever has it", () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  const names = ["a.txt", "a.txt", "b", "a.txt"].map((name) => create(files, name, "x").name);
  assertEquals(names, ["a.txt", "a (2).txt", "b", "a (3).txt"]);
  Deno.writeTextFileSync(join(folder.path, RUN, "a (4).txt"), "someone else's");
  assertEquals([create(files, "a.txt").name, create(new CreatedFiles(folder.path), "a.txt").name], [
    "a (5).txt",
    "a (6).txt",
  ]);
  assertEquals(Deno.readTextFileSync(join(folder.path, RUN, "a (4).txt")), "someone else's");
  files.release(RUN);
  assertEquals(create(files, "b").name, "b (2)");
});

Deno.test("two files of one name may be in the making at once", () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  using first = files.begin(RUN, "a");
  using second = files.begin(RUN, "a");
  second.write(new Uint8Array(2));
  first.write(new Uint8Array(1));
  assertEquals([second.end(), first.end()].map(({ name, size }) => [name, size]), [["a", 2], ["a (2)", 1]]);
});

Deno.test("saveOutput() keeps an output as a file", () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  const file = files.saveOutput(RUN, '{"ä":1}');
  assertEquals([file.name, file.size, file.mediaType], ["output.json", 8, "application/json"]);
  assertEquals([Deno.readTextFileSync(file.path), files.saveOutput(RUN, "1").name], [
    '{"ä":1}',
    "output (2).json",
  ]);
});

Deno.test("runs() lists the runs that have made files, and takes nothing else for one", () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  assertEquals(files.runs(), []);
  create(files, "a");
  Deno.mkdirSync(`${folder.path}/notes`);
  assertEquals(files.runs(), [RUN]);
});

Deno.test("what is no id of a run is no folder", () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  for (const runId of ["..", "incoming", "", "20260828-a/b", "20260828-", "/etc"]) {
    assertThrows(() => files.begin(runId, "a"), WorkflowError, "is no id of a run");
    assertThrows(() => files.folderOf(runId), WorkflowError, "is no id of a run");
  }
});

Deno.test("a file that grows too large is refused, and nothing of it is left", () => {
  using folder = makeFolder();
  const part = { length: MAX_CREATED_BYTES + 1 } as Uint8Array;
  {
    using file = new CreatedFiles(folder.path).begin(RUN, "large.bin");
    const error = assertThrows(
      () => file.write(part),
      WorkflowError,
      'Cannot create "large.bin": at most 1073741824 bytes',
    );
    assertEquals(error.code, "store_failed");
  }
  assertEquals(folder.names("incoming"), []);
});

Deno.test("a store that cannot be written is named", () => {
  using folder = makeFolder();
  const place = join(folder.path, "file");
  Deno.writeTextFileSync(place, "");
  const error = assertThrows(
    () => new CreatedFiles(place).begin(RUN, "a"),
    WorkflowError,
    "in the store of created files",
  );
  assertEquals(error.code, "store_failed");
  const files = new CreatedFiles(join(folder.path, "store"));
  using file = files.begin(RUN, "a");
  Deno.writeTextFileSync(join(folder.path, "store", RUN), "in the way");
  assertThrows(() => file.end(), WorkflowError, 'Cannot create "a" in the store of created files');
  assert(folder.names("store/incoming").length <= 1);
});
