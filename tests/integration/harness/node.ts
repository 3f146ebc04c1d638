/**
 * The Node of this machine. A missing one fails every test that needs it, it never skips them.
 *
 * @returns The path of the executable.
 */
export function nodePath(): string {
  const finder = Deno.build.os === "windows" ? "where" : "which";
  const { success, stdout } = new Deno.Command(finder, { args: ["node"], stderr: "null" }).outputSync();
  const [path = ""] = new TextDecoder().decode(stdout).split(/\r?\n/);
  if (!success || path === "") {
    throw new Error("Node 20 or newer must be installed to test the library for it");
  }
  return path;
}
