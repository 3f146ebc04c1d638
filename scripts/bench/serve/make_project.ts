import { join } from "@std/path";

/** What {@linkcode makeProject} writes. */
export interface MakeProjectOptions {
  /** Its `workflow.ts`. */
  readonly source: string;
  /** The `workflow` of its manifest. @default nothing asked for */
  readonly section?: unknown;
}

/**
 * Makes a project to be measured.
 *
 * @param dir Its folder, which does not exist yet.
 * @param options What is in it.
 */
export async function makeProject(dir: string, { source, section = {} }: MakeProjectOptions): Promise<void> {
  const manifest = {
    id: "11111111-1111-4111-8111-111111111111",
    name: "bench",
    projectType: "workflow",
    type: "module",
    workflow: section,
  };
  await Deno.mkdir(dir);
  await Deno.writeTextFile(join(dir, "package.json"), JSON.stringify(manifest));
  await Deno.writeTextFile(join(dir, "workflow.ts"), source);
}
