const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const VALUES = new Uint8Array(128).map((_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));

/**
 * Leaves columns out of a source map where lines will do, and the names of symbols everywhere.
 *
 * @param mappings The `mappings` of a source map.
 * @param isThin Whether lines will do for a source, by its index.
 * @returns Mappings with at most one place per line, its first, of each such source; other sources keep all of theirs.
 */
export function thinMappings(mappings: string, isThin: (source: number) => boolean): string {
  const read = [0, 0, 0, 0];
  const written = [0, 0, 0, 0];
  const thin = new Map<number, boolean>();
  let previous = -1;
  return mappings.split(";").map((line) => {
    read[0] = written[0] = 0;
    previous = -1;
    let kept = "";
    for (const segment of line === "" ? [] : line.split(",")) {
      if (addFields(segment, read) < 4) continue;
      const source = read[1] ?? 0;
      if (!thin.has(source)) thin.set(source, isThin(source));
      if (source !== previous || !thin.get(source)) kept += `${kept && ","}${encodeFields(read, written)}`;
      previous = source;
    }
    return kept;
  }).join(";");
}

/** Adds the first four fields of a segment to what came before; gives the number of its fields. */
function addFields(segment: string, sums: number[]): number {
  let field = 0;
  let value = 0;
  let shift = 0;
  for (let index = 0; index < segment.length; index++) {
    const digit = VALUES[segment.charCodeAt(index)] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    if (field < 4) sums[field] = (sums[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1);
    field++;
    value = shift = 0;
  }
  return field;
}

/** The four fields as differences to what was written last. */
function encodeFields(fields: readonly number[], written: number[]): string {
  let text = "";
  fields.forEach((field, index) => {
    const difference = field - (written[index] ?? 0);
    written[index] = field;
    let value = difference < 0 ? (-difference << 1) | 1 : difference << 1;
    do {
      const digit = value & 31;
      value >>>= 5;
      text += DIGITS[value > 0 ? digit | 32 : digit];
    } while (value > 0);
  });
  return text;
}
