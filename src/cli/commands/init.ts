import { basename, join, resolve } from "@std/path";
import { WorkflowError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import { readManifest } from "../../project/manifest.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { makeProject } from "../init/make_project.ts";
import {
  EDITOR_TYPES_FILE,
  editorTypes,
  TEMPLATE_NAMES,
  type TemplateName,
  toProjectFiles,
} from "../init/project_files.ts";
import type { CommandLine } from "../parse_command.ts";
import { toShellWord } from "../shell_word.ts";

/** A call that shows each template at work. */
const FIRST_CALLS: Readonly<Record<TemplateName, string>> = {
  minimal: "greet --name=Ada",
  approval: "announce --topic=Tea",
};

/**
 * `workflow-code init`: makes a workflow project.
 *
 * @param command The command line.
 * @returns What was made and what to do next.
 */
export async function runInit({ operands: [dir = "."], options }: CommandLine): Promise<Outcome> {
  if (options.has("types")) return await writeTypes(dir);
  const template = readTemplate(options.get("template")?.[0] ?? "minimal");
  const folder = basename(resolve(dir));
  const files = toProjectFiles({ template, folder, id: crypto.randomUUID() });
  await makeProject(dir, files);
  const shown = toShellWord(dir);
  return {
    exitCode: EXIT_CODES.success,
    stdout: [
      `Made a workflow project in ${resolve(dir)}:`,
      ...Array.from(files.keys(), (name) => `  ${join(dir, name)}`),
      "",
      "Next:",
      `  workflow-code run ${shown} ${FIRST_CALLS[template]}`,
      `  workflow-code doctor ${shown}`,
      `  workflow-code install claude-code ${shown}     (or claude-desktop, cursor, vscode, codex)`,
      "",
    ].join("\n"),
  };
}

/** The one file that is no author's: it is this version's own. */
async function writeTypes(dir: string): Promise<Outcome> {
  const path = join((await readManifest(dir)).dir, EDITOR_TYPES_FILE);
  await Deno.writeTextFile(path, editorTypes());
  return { exitCode: EXIT_CODES.success, stdout: `Wrote ${path}\n` };
}

function readTemplate(name: string): TemplateName {
  const template = TEMPLATE_NAMES.find((one) => one === name);
  if (template) return template;
  const near = nearest(name, TEMPLATE_NAMES);
  throw new WorkflowError(
    "usage",
    `There is no template ${JSON.stringify(name)}; ` +
      (near === undefined ? `the templates are ${TEMPLATE_NAMES.join(", ")}` : `did you mean ${near}?`),
  );
}
