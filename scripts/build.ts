// deno-lint-ignore-file no-console -- a script prints its result
// Builds the executable: bundle, esbuild beside it, compile. `deno task build --help` says how.
import { fromFileUrl } from "@std/path";
import { parseArgs } from "@std/cli/parse-args";
import { buildExecutable } from "./build/build_executable.ts";
import { sha256 } from "./build/sha256.ts";
import { findTarget, type Target, TARGETS } from "./build/targets.ts";

const HELP = `deno task build [--target TRIPLE]... [--all] [--release] [--root DIR]

  --target TRIPLE  for another platform: ${TARGETS.map((target) => target.triple).join(", ")}
  --all            for all of them
  --release        only with the official runtime
  --root DIR       the project to build: a folder with main.ts, src and deno.json`;

if (import.meta.main) {
  const options = parseArgs(Deno.args, {
    string: ["target", "root", "_"],
    boolean: ["all", "release", "help"],
    collect: ["target"],
    unknown: (arg) => {
      console.error(`Cannot read "${arg}"\n\n${HELP}`);
      Deno.exit(2);
    },
  });
  if (options.help) {
    console.log(HELP);
  } else {
    const root = options.root === undefined
      ? fromFileUrl(new URL("..", import.meta.url))
      : String(options.root);
    for (const target of toTargets(options.all === true, options.target)) {
      const started = performance.now();
      const { path, bytes, remark } = await buildExecutable({
        target,
        root,
        release: options.release === true,
      });
      if (remark !== undefined) console.error(remark);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(
        `${path}  ${(bytes.length / 1e6).toFixed(1)} MB  sha256 ${await sha256(bytes)}  ${seconds} s`,
      );
    }
  }
}

function toTargets(all: boolean, triples: unknown): readonly Target[] {
  if (all) return TARGETS;
  const named = Array.isArray(triples) ? triples.map((triple) => findTarget(String(triple))) : [];
  return named.length > 0 ? named : [findTarget(Deno.build.target)];
}
