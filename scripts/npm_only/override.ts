/** What puts the npm-only import map and lock in place of deno.json's, for every subcommand that resolves imports. */
export const NPM_ONLY_OVERRIDE: readonly string[] = [
  "--import-map=scripts/npm_only/import_map.json",
  "--lock=scripts/npm_only/deno.lock",
  "--frozen",
];

/** Environment variable that decides without asking the network: `1` npm only, `0` a normal network. */
export const NPM_ONLY_VARIABLE = "WORKFLOW_CODE_NPM_ONLY";

/**
 * The override of this process, as the task runner decided it.
 *
 * @returns Flags for deno, none on a normal network.
 */
export function currentOverride(): readonly string[] {
  return Deno.env.get(NPM_ONLY_VARIABLE) === "1" ? NPM_ONLY_OVERRIDE : [];
}
