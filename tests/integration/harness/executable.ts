/**
 * The compiled executable under test. A missing one fails every test, it never skips them.
 *
 * @returns Its path.
 */
export function executable(): string {
  const path = Deno.env.get("WORKFLOW_CODE_BIN");
  if (path === undefined) throw new Error("WORKFLOW_CODE_BIN must name the compiled executable");
  return path;
}
