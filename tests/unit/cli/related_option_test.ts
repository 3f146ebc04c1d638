import { assertEquals, assertThrows } from "@std/assert";
import { readRelatedDirs } from "../../../src/cli/related_option.ts";
import { WorkflowError } from "../../../src/errors.ts";

const REFUSED: readonly [what: string, values: readonly string[], message: string][] = [
  ["a value without =", ["/a"], '--related-project must be <alias>=<absolute-project-dir>, found "/a"'],
  ["no alias", ["=/a"], '--related-project must be <alias>=<absolute-project-dir>, found "=/a"'],
  ["no folder", ["b="], '--related-project must be <alias>=<absolute-project-dir>, found "b="'],
  ["a relative path", ["b=./a"], '--related-project needs an absolute path for "b", found "./a"'],
  [
    "a home folder",
    ["b=~/a"],
    '--related-project needs an absolute path for "b", found "~/a"; ~ stands for nothing here',
  ],
  ["an alias given twice", ["b=/a", "b=/a"], '--related-project may bind "b" once, found it twice'],
];

for (const [what, values, message] of REFUSED) {
  Deno.test(`readRelatedDirs() refuses ${what}`, () => {
    const error = assertThrows(() => readRelatedDirs(values), WorkflowError);
    assertEquals([error.code, error.message], ["usage", message]);
  });
}
