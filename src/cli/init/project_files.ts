import contract from "../../core/api.ts" with { type: "text" };
import { toEditorTypes } from "./editor_types.ts";
import approval from "./templates/approval.ts" with { type: "text" };
import minimal from "./templates/minimal.ts" with { type: "text" };

/** What a new project can begin with: the text of its main module. */
const TEMPLATES = { minimal, approval } as const;

/** The name of a template. */
export type TemplateName = keyof typeof TEMPLATES;

/** The names of the templates. */
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly TemplateName[];

/** What a new project is to be. */
export interface ProjectFilesOptions {
  readonly template: TemplateName;
  /** The name of its folder. */
  readonly folder: string;
  /** A UUID that no other project has. */
  readonly id: string;
}

/** The name of the declaration file. */
export const EDITOR_TYPES_FILE = "workflow-code.d.ts";

const TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    types: ["./workflow-code.d.ts"],
  },
};

const ENV_EXAMPLE = `# Copy this file to .env and fill it in: runs read these variables as ctx.env.NAME.
# A variable that is set in the environment already wins over what is written here.
# EXAMPLE_TOKEN=
`;

const GITIGNORE = `node_modules/
.env
`;

/**
 * The declaration file for an author's editor.
 *
 * @returns Its text.
 */
export function editorTypes(): string {
  return toEditorTypes(contract);
}

/**
 * Makes the files of a new project.
 *
 * @param options What it is to be.
 * @returns The texts by name, in the order in which people read them.
 */
export function toProjectFiles({ template, folder, id }: ProjectFilesOptions): ReadonlyMap<string, string> {
  const manifest = {
    id,
    name: toPackageName(folder),
    version: "0.1.0",
    private: true,
    type: "module",
    projectType: "workflow",
    main: "workflow.ts",
  };
  return new Map([
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ["workflow.ts", TEMPLATES[template]],
    [EDITOR_TYPES_FILE, editorTypes()],
    ["tsconfig.json", `${JSON.stringify(TSCONFIG, null, 2)}\n`],
    [".env.example", ENV_EXAMPLE],
    [".gitignore", GITIGNORE],
  ]);
}

/** As npm wants it: small letters, digits and dashes. */
function toPackageName(folder: string): string {
  const name = folder.normalize("NFKD").toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-").replace(/^[._-]+/, "")
    .replace(/[._-]+$/, "");
  return name === "" ? "workflow" : name.slice(0, 100);
}
