// Fails when a package of deno.json has no reason in check/dependencies.ts or is not pinned. Run from the top.
import { DEPENDENCIES, packageOf } from "./check/dependencies.ts";
import { type Fault, reportFaults } from "./check/report_faults.ts";

if (import.meta.main) reportFaults(findDependencyFaults(await Deno.readTextFile("deno.json")));

const REASONS = "scripts/check/dependencies.ts";

/**
 * What is wrong with the packages that a deno.json imports.
 *
 * @param denoJson The text of deno.json.
 * @returns The faults, in deno.json's lines where it has the package.
 */
export function findDependencyFaults(denoJson: string): Fault[] {
  const { imports } = JSON.parse(denoJson) as { imports: Record<string, string> };
  const packages = Object.entries(imports).filter(([, target]) => !target.startsWith("./"));
  const faults = packages.flatMap(([name, target]): Fault[] => {
    const line = denoJson.split("\n").findIndex((text) => text.trimStart().startsWith(`"${name}":`)) + 1;
    const fault = { path: "deno.json", line };
    const unpinned = target.startsWith("npm:") && !/@\d+\.\d+\.\d+(-[\w.]+)?\/?$/.test(target);
    return [
      ...(unpinned ? [{ ...fault, message: `${target} is not pinned`, fix: "write the exact version" }] : []),
      ...(Object.hasOwn(DEPENDENCIES, packageOf(name)) ? [] : [{
        ...fault,
        message: `nothing says why ${name} is here`,
        fix: `add it to ${REASONS}, or do without it`,
      }]),
    ];
  });
  const present = new Set(packages.map(([name]) => packageOf(name)));
  const gone = Object.keys(DEPENDENCIES).filter((name) => !present.has(name));
  return [
    ...faults,
    ...gone.map((name) => ({
      path: REASONS,
      line: 1,
      message: `${name} is not in deno.json`,
      fix: "take it out",
    })),
  ];
}
