import { dirname, fromFileUrl, join } from "@std/path";

/** The id of projects made by {@linkcode makeProject}. */
export const PROJECT_ID = "11111111-1111-4111-8111-111111111111";

/** A workflow project and a data dir in a temporary folder, removed when it is disposed of. */
export interface TempProject extends AsyncDisposable {
  /** The project folder. */
  readonly dir: string;
  /** The data dir; not made yet. */
  readonly dataDir: string;
  /** The temporary folder. */
  readonly root: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a workflow project.
 *
 * @param files Texts by path; `workflow.ts` is the main module.
 * @param manifest What its package.json says besides `id`, `name`, `type` and `projectType`; `undefined` takes a key out.
 * @returns The project.
 */
export async function makeProject(
  files: Readonly<Record<string, string>>,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<TempProject> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
  const dir = join(root, "project");
  const base = {
    id: PROJECT_ID,
    name: "test-project",
    version: "1.2.3",
    type: "module",
    projectType: "workflow",
  };
  await write(join(dir, "package.json"), JSON.stringify({ ...base, ...manifest }, null, 2));
  for (const [path, text] of Object.entries(files)) await write(join(dir, path), text);
  return {
    root,
    dir,
    dataDir: join(root, "data"),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/**
 * Makes a project of one entrypoint `main`.
 *
 * @param body The body of `run(ctx, values)`.
 * @param options Source texts: `params`, `entrypoint` for more of its keys, `head` for what comes before the definition.
 * @returns The project.
 */
export function makeMain(
  body: string,
  options: { readonly params?: string; readonly head?: string; readonly entrypoint?: string } = {},
): Promise<TempProject> {
  return makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
${options.head ?? ""}
export default workflow.define({
  entrypoints: {
    main: {
      title: "Main",
      ${options.entrypoint ?? ""}
      params: ${options.params ?? "{}"},
      async run(ctx, values) {
${body}
      },
    },
  },
});
`,
  });
}

/**
 * Takes a project of `tests/projects` as it is, with a data dir of its own.
 *
 * @param name Its folder.
 * @returns The project; only the data dir is removed when it is disposed of.
 */
export async function openSample(name: string): Promise<TempProject> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
  return {
    root,
    dir: fromFileUrl(new URL(`../../projects/${name}`, import.meta.url)),
    dataDir: join(root, "data"),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
}
