import { toPrintable } from "./printable.ts";

/** How many are named. */
const SHOWN = 3;

/**
 * Says to people which models a server has.
 *
 * @param models Their ids.
 * @returns Such as `5 models, a, b, c and others`.
 */
export function describeModels(models: readonly string[]): string {
  if (models.length === 0) return "it has no models yet";
  const named = models.slice(0, SHOWN).map(toPrintable).join(", ");
  const count = models.length === 1 ? "1 model" : `${models.length} models`;
  return `${count}, ${named}${models.length > SHOWN ? " and others" : ""}`;
}
