import type { Manifest } from "../../project/manifest.ts";
import { toDiagnostic } from "../diagnostic.ts";
import type { OpenedRelated } from "../open_related.ts";
import type { Finding } from "./finding.ts";
import { isNotGranted } from "./is_not_granted.ts";

/** Options for {@linkcode checkRelations}. */
export interface CheckRelationsOptions {
  /** The folders that are to be bound, by alias. */
  readonly dirs: ReadonlyMap<string, string>;
  /** Binds and opens one, as it would be for a run. */
  readonly open: (manifest: Manifest, dirs: ReadonlyMap<string, string>) => Promise<readonly OpenedRelated[]>;
}

/**
 * Looks whether the relations of a project fit.
 *
 * @param manifest The project's manifest.
 * @param options What is to be bound.
 * @returns What was found.
 */
export async function checkRelations(
  manifest: Manifest,
  { dirs, open }: CheckRelationsOptions,
): Promise<Finding[]> {
  const unbound = Object.entries(manifest.related).filter(([alias]) => !dirs.has(alias));
  const bound = await Promise.all(Array.from(dirs, async ([alias, dir]) => {
    try {
      const opened = await open(manifest, new Map([[alias, dir]]));
      return opened.flatMap(describeBound);
    } catch (error) {
      return [toFault(error)];
    }
  }));
  return [
    ...bound.flat(),
    ...unbound.map(([alias, { id }]): Finding => ({
      level: "note",
      area: "relations",
      message: `relates to ${alias} (${id}), which is not bound: ctx.related("${alias}") fails`,
      mend: `start with --related-project ${alias}=<absolute-project-dir>, also doctor`,
    })),
  ];
}

function describeBound({ alias, project: { manifest, grants } }: OpenedRelated): Finding[] {
  const { name, version, dir } = manifest;
  const message = `${alias} is ${name} ${version} in ${dir}, and both manifests have the relation`;
  return [
    { level: "ok", area: "relations", message },
    ...grants.summary.map((line): Finding => ({
      level: "ok",
      area: "permissions",
      message: `the related project ${alias} ${line}`,
    })),
  ];
}

function toFault(error: unknown): Finding {
  const message = toDiagnostic(error);
  if (!isNotGranted(error)) return { level: "broken", area: "relations", message };
  const mend = "tell doctor the same options, to have the project looked at with them";
  return { level: "warning", area: "permissions", message, mend };
}
