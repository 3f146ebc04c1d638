import type { OpenedRelated } from "./open_related.ts";

/**
 * Says what a related project is and gets.
 *
 * @param related The project.
 * @returns Lines that begin with its alias.
 */
export function describeRelated({ alias, project: { manifest, grants } }: OpenedRelated): string[] {
  const shown = `related project ${JSON.stringify(alias)}`;
  return [
    `${shown} is ${manifest.name} ${manifest.version} in ${manifest.dir}`,
    ...grants.summary.map((line) => `${shown} ${line}`),
  ];
}
