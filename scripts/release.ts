// deno-lint-ignore-file no-console -- a script prints its result
// Makes what a release consists of. `deno task release --help` says how.
import { fromFileUrl, join } from "@std/path";
import { parseArgs } from "@std/cli/parse-args";
import { findTarget, TARGETS } from "./build/targets.ts";
import { makeRelease } from "./release/make_release.ts";

const HELP = `deno task release [--target TRIPLE]... [--repository URL] [--trial]

Builds the executable for every platform and writes into dist/release: an archive for each, with README and LICENSE,
SHA256SUMS, install.sh and install.ps1.

  --target TRIPLE   only for this platform: ${TARGETS.map((target) => target.triple).join(", ")}
  --repository URL  where the releases will be, for the install scripts: https://github.com/OWNER/NAME
  --trial           for this platform alone unless others are named, and with whatever runtime can be had: to try it out,
                    never to be published`;

if (import.meta.main) {
  const options = parseArgs(Deno.args, {
    string: ["target", "repository", "_"],
    boolean: ["trial", "help"],
    collect: ["target"],
    unknown: (arg) => {
      console.error(`Cannot read "${arg}"\n\n${HELP}`);
      Deno.exit(2);
    },
  });
  if (options.help) {
    console.log(HELP);
  } else {
    const trial = options.trial === true;
    const triples = Array.isArray(options.target) ? options.target.map(String) : [];
    const named = triples.length > 0 ? triples : trial ? [Deno.build.target] : undefined;
    const { repository } = options;
    const root = fromFileUrl(new URL("..", import.meta.url));
    const files = await makeRelease({
      root,
      outDir: join(root, "dist", "release"),
      targets: named?.map(findTarget) ?? TARGETS,
      trial,
      repositoryUrl: repository === undefined ? undefined : String(repository),
      onRemark: (remark) => console.error(remark),
    });
    for (const { name, sha256, bytes } of files) {
      console.log(`${sha256}  ${name}  ${(bytes / 1e6).toFixed(1)} MB`);
    }
  }
}
