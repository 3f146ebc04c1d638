/** What the value that a workflow imports is, behind the types of the contract. */
const VALUE = `/** Makes workflows, and connects to MCP servers. */
export const workflow: Workflow;

// Only what is exported above can be imported.
export {};`;

/**
 * Makes the declaration file that gives an author's editor the types of `"workflow-code"`.
 *
 * @param contract The text of the types-only module that is the contract; it imports nothing.
 * @returns The text of `workflow-code.d.ts`.
 */
export function toEditorTypes(contract: string): string {
  const body = `${contract.trimEnd()}\n\n${VALUE}`.replaceAll(/^(?=.)/gm, "  ");
  return [
    '// The types of "workflow-code", for your editor and tsc. Written by `workflow-code init`; the executable has the rest.',
    'declare module "workflow-code" {',
    body,
    "}",
    "",
  ].join("\n");
}
