import { Buffer } from "node:buffer";
import { showValue } from "../core/show_value.ts";

/** The most bytes of a file's name. */
export const MAX_NAME_BYTES = 255;

const FORBIDDEN = /["*/:<>?\\|\p{Cc}]/u;
/** They make a name read otherwise than it is: `exe.pdf` for `fdp.exe`. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/;
/** Windows takes these for devices, whatever follows the first dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³]) *(?:\.|$)/i;

/**
 * Says what is wrong with the name of a file, on any system that it may be copied to.
 *
 * @param name Anything.
 * @returns Such as `must not contain "/"`; undefined when a file can have this name everywhere.
 */
export function nameFault(name: unknown): string | undefined {
  if (typeof name !== "string" || name === "") return `must be a text, found ${showValue(name)}`;
  const found = `, found ${showValue(name)}`;
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) return `must not contain ${JSON.stringify(forbidden)}${found}`;
  if (name.startsWith(".")) return `must not begin with a dot${found}`;
  if (/[. ]$/.test(name)) return `must not end with a dot or space${found}`;
  if (RESERVED.test(name)) return `must not be one that Windows reserves${found}`;
  if (TURNED.test(name) || !name.isWellFormed()) return `must read as it is written${found}`;
  const size = Buffer.byteLength(name);
  return size <= MAX_NAME_BYTES ? undefined : `must have at most ${MAX_NAME_BYTES} bytes, found ${size}`;
}

/**
 * Gives a name that is taken another form: `report (2).pdf`.
 *
 * @param name A good name.
 * @param count The number, from 2; 1 gives the name itself.
 * @returns The name, shortened where it would be too long.
 */
export function numberName(name: string, count: number): string {
  if (count === 1) return name;
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  const number = ` (${count})`;
  const numbered = `${stem}${number}${extension}`;
  if (Buffer.byteLength(numbered) <= MAX_NAME_BYTES) return numbered;
  // An extension that takes all the room is none.
  const [cut, tail] = Buffer.byteLength(extension) > MAX_NAME_BYTES / 2
    ? [name, number]
    : [stem, `${number}${extension}`];
  return `${cutBytes(cut, MAX_NAME_BYTES - Buffer.byteLength(tail))}${tail}`;
}

/** As many whole characters as fit into some bytes. */
function cutBytes(text: string, bytes: number): string {
  const characters: string[] = [];
  let left = bytes;
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    characters.push(character);
  }
  return characters.join("");
}
