/** A platform that the executable is made for. */
export interface Target {
  /** The name that `deno compile --target` knows it by. */
  triple: string;
  /** The npm package with the Deno executable that runs on it, and its file. */
  deno: { name: string; file: string };
  /** The npm package with the esbuild executable that runs on it, and its file. */
  esbuild: { name: string; file: string };
  /** What executables end with there. */
  suffix: "" | ".exe";
}

/** The platforms of a release. */
export const TARGETS: readonly Target[] = [
  {
    triple: "x86_64-unknown-linux-gnu",
    deno: { name: "@deno/linux-x64-glibc", file: "deno" },
    esbuild: { name: "@esbuild/linux-x64", file: "bin/esbuild" },
    suffix: "",
  },
  {
    triple: "aarch64-unknown-linux-gnu",
    deno: { name: "@deno/linux-arm64-glibc", file: "deno" },
    esbuild: { name: "@esbuild/linux-arm64", file: "bin/esbuild" },
    suffix: "",
  },
  {
    triple: "x86_64-apple-darwin",
    deno: { name: "@deno/darwin-x64", file: "deno" },
    esbuild: { name: "@esbuild/darwin-x64", file: "bin/esbuild" },
    suffix: "",
  },
  {
    triple: "aarch64-apple-darwin",
    deno: { name: "@deno/darwin-arm64", file: "deno" },
    esbuild: { name: "@esbuild/darwin-arm64", file: "bin/esbuild" },
    suffix: "",
  },
  {
    triple: "x86_64-pc-windows-msvc",
    deno: { name: "@deno/win32-x64", file: "deno.exe" },
    esbuild: { name: "@esbuild/win32-x64", file: "esbuild.exe" },
    suffix: ".exe",
  },
];

/**
 * The target with a name.
 *
 * @param triple Its triple.
 * @returns The target.
 * @throws {RangeError} When the executable is not made for it.
 */
export function findTarget(triple: string): Target {
  const target = TARGETS.find((target) => target.triple === triple);
  if (target === undefined) {
    throw new RangeError(
      `Cannot build for "${triple}": choose one of ${TARGETS.map((target) => target.triple).join(", ")}`,
    );
  }
  return target;
}
