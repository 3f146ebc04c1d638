import type { NpmFile } from "./fetch_npm_file.ts";

/**
 * The Deno that compiles the executable, whatever Deno runs this script. Not newer, because Deno 2.9 cannot end a worker
 * that loops (denoland/deno#35657).
 */
export const COMPILER_VERSION = "2.6.8";

/** The hash of a compiler's npm package where it is known; elsewhere the registry's own word is checked alone. */
export const COMPILER_INTEGRITY: Readonly<Record<string, string>> = {
  "@deno/linux-x64-glibc":
    "sha512-oY6qIbyrEHt+rzk7oHJ8KZgJ3mOQ1econRWcXlm/wOXORVDn7l9rEoY0vlOf4Qvv22tPTD5Jn1bxm6WBZBXmog==",
};

/** A runtime that stands in for the official one where that cannot be downloaded. */
export interface StandInRuntime {
  /** The target that it is for. */
  triple: string;
  /** A program made with `deno compile` that begins with the runtime. */
  within: NpmFile;
  /** How many of its first bytes are the runtime. */
  bytes: number;
  /** SHA-256 of those bytes. */
  sha256: string;
}

/** The unmodified denort 2.6.10, as MIT-licensed programs on npm carry it. Never for a release. */
export const STAND_IN_RUNTIMES: readonly StandInRuntime[] = [{
  triple: "x86_64-unknown-linux-gnu",
  within: {
    name: "@mcp-stress/linux-x64",
    version: "0.2.1",
    file: "bin/mcp-stress",
    integrity:
      "sha512-mBnQXZQ6Cm+Yw5P31/7xYeQSw80IXQ5appuAGrAKGkgAYzgCWswQ8hVU4jTPMnGR5XoUujZWvXTRkLTT3wSt/w==",
  },
  bytes: 92_183_912,
  sha256: "1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2",
}];
