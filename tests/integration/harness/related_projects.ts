import { join } from "@std/path";
import { makeProject, PROJECT_ID, type TempProject } from "./temp_project.ts";

/** The id of the other project. */
export const OTHER_ID = "22222222-2222-4222-8222-222222222222";

/** Two projects that relate to each other. */
export interface RelatedPair extends AsyncDisposable {
  /** The one that is started, which calls the other one `other`. */
  readonly main: TempProject;
  /** The folder of the other one, which calls the first one `main`. */
  readonly otherDir: string;
  /** What binds the other one. */
  readonly bind: readonly string[];
}

/** Options for {@linkcode makePair}. */
export interface MakePairOptions {
  /** The entrypoints of the other project as source: `name: { run(ctx) { ... } }`. */
  readonly other: string;
  /** What the other project's manifest says besides its relation, and the one of the main project. */
  readonly manifests?: {
    readonly main?: Readonly<Record<string, unknown>>;
    readonly other?: Readonly<Record<string, unknown>>;
  };
  /** More files by path from the main project's folder; the other one's is `../other`. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Makes two projects that relate to each other.
 *
 * @param main The entrypoints of the main project as source.
 * @param options The other project.
 * @returns The projects.
 */
export async function makePair(
  main: string,
  { other, manifests = {}, files = {} }: MakePairOptions,
): Promise<RelatedPair> {
  const otherManifest = {
    id: OTHER_ID,
    name: "the-other",
    version: "2.0.0",
    type: "module",
    projectType: "workflow",
    workflow: { related: { main: { id: PROJECT_ID } }, ...manifests.other },
  };
  const project = await makeProject({
    "workflow.ts": toWorkflow(main),
    "../other/package.json": JSON.stringify(otherManifest),
    "../other/workflow.ts": toWorkflow(other),
    ...files,
  }, { workflow: { related: { other: { id: OTHER_ID } }, ...manifests.main } });
  const otherDir = join(project.root, "other");
  return {
    main: project,
    otherDir,
    bind: ["--related-project", `other=${otherDir}`],
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

function toWorkflow(entrypoints: string): string {
  return `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { ${entrypoints} } });
`;
}
