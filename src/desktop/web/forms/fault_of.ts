import type { Fault } from "../../../errors.ts";

/**
 * What is wrong with the value of a param.
 *
 * @param name The param.
 * @param faults All faults of a form: `name`, `name[2]`.
 * @returns What is wrong, in one line; undefined for nothing.
 */
export function faultOf(name: string, faults: readonly Fault[]): string | undefined {
  const own = faults.filter(({ path }) => path === name || path.startsWith(`${name}[`));
  if (own.length === 0) return undefined;
  return own.map(({ path, reason }) => `${path === name ? "" : `${path.slice(name.length)} `}${reason}`).join(
    "; ",
  );
}
