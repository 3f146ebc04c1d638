import { join } from "@std/path";

/** The oldest Node that the library is for. */
const OLDEST = 20;

/**
 * The Node of this machine. A missing one fails every test that needs it, it never skips them.
 *
 * @returns The path of the executable.
 */
export function nodePath(): string {
  const name = Deno.build.os === "windows" ? "node.exe" : "node";
  const separator = Deno.build.os === "windows" ? ";" : ":";
  for (const dir of Deno.env.get("PATH")?.split(separator) ?? []) {
    const path = join(dir, name);
    if (isNode(path)) return path;
  }
  throw new Error(`Node ${OLDEST} or newer must be installed to test the library for it`);
}

/** Deno puts a stand-in of that name into the path of what it starts. */
function isNode(path: string): boolean {
  try {
    const { stdout } = new Deno.Command(path, {
      args: ["-p", "process.versions.deno ? 0 : process.versions.node"],
      stdin: "null",
      stderr: "null",
    }).outputSync();
    return parseInt(new TextDecoder().decode(stdout)) >= OLDEST;
  } catch {
    return false; // There is none in this folder.
  }
}
