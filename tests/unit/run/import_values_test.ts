import { assert, assertEquals, assertRejects } from "@std/assert";
import type { ParamSpec } from "../../../src/core/spec.ts";
import { importValues } from "../../../src/run/import_values.ts";
import type { RunFile } from "../../../src/store/journal/stored_run.ts";

const PARAM = { name: "f", type: "file", multiple: true, required: true } as unknown as ParamSpec;
const toFile = (path: string): RunFile => ({ id: path, name: path, size: 0, mediaType: "", path });
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

Deno.test("importValues() imports a thousand files in their order, a few at a time", async () => {
  let open = 0;
  let most = 0;
  const paths = Array.from({ length: 1_000 }, (_, index) => `/${index}`);
  const { values, files } = await importValues([PARAM], {
    values: { f: paths, other: "x" },
    importFile: async (path) => {
      most = Math.max(most, ++open);
      await turn();
      open--;
      return toFile(path);
    },
  });
  assertEquals([values, files], [{ other: "x" }, { f: paths.map(toFile) }]);
  assert(most > 1 && most <= 8, `${most} at a time`);
});

Deno.test("importValues() ends what it has begun before it tells of a file that it cannot import, and begins no more", async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const importFile = async (path: string) => {
    begun.push(path);
    await turn();
    if (path === "/1") throw new Error("no /1");
    await turn();
    ended.push(path);
    return toFile(path);
  };
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  await assertRejects(() => importValues([PARAM], { values: { f: paths }, importFile }), Error, "no /1");
  assertEquals([begun.length, ended.length], [8, 7]);
});
