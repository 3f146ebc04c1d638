import { showValue } from "../core/show_value.ts";

/** How paths are written: `posix` on Linux and macOS. */
export type PathStyle = "posix" | "windows";

/** The longest path that a kernel takes, in characters. */
const LONGEST: Readonly<Record<PathStyle, number>> = { posix: 4095, windows: 32_767 };

const EXAMPLE: Readonly<Record<PathStyle, string>> = {
  posix: "/home/name/report.pdf",
  windows: "C:\\Users\\name\\report.pdf",
};

/**
 * Looks at the shape of a file argument, without touching the disk: only the absolute path of a local file is accepted.
 *
 * @param path The argument.
 * @param style How paths are written where the file is.
 * @returns What is wrong with it, saying what is accepted, or `undefined` when it is an absolute path.
 *
 * @example
 * ```ts
 * import { filePathFault } from "./file_path.ts";
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 *
 * assertEquals(filePathFault("/tmp/a.txt", "posix"), undefined);
 * assertStringIncludes(filePathFault("a.txt", "posix") ?? "", "is relative");
 * ```
 */
export function filePathFault(path: string, style: PathStyle): string | undefined {
  const objection = findObjection(path, style);
  if (objection === undefined) return undefined;
  return `must be the absolute path of a local file, such as ${EXAMPLE[style]}; ${
    showValue(path)
  } ${objection}`;
}

function findObjection(path: string, style: PathStyle): string | undefined {
  if (path === "") return "is empty";
  if (path.includes("\0")) return "contains a NUL character";
  if (!path.isWellFormed()) return "has half a character, which no name of a file has";
  if (path.startsWith("~")) return 'begins with "~", which is not expanded';
  if (/^data:/i.test(path)) return "is inline data";
  // A scheme has two letters or more; with one it would be a drive of Windows.
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return "is a URL";
  if (path.length > LONGEST[style] || isBase64Image(path)) {
    return "is no path; is it Base64 or the content itself?";
  }
  return isAbsolute(path, style) ? undefined : "is relative";
}

/** In Base64 a JPEG begins with `/9j/` and so looks like an absolute path, but for its length without any other mark. */
function isBase64Image(path: string): boolean {
  return path.startsWith("/9j/") && /^[A-Za-z0-9+/\r\n]{100,}={0,2}\s*$/.test(path);
}

function isAbsolute(path: string, style: PathStyle): boolean {
  // On Windows `\a` and `C:a` still depend on the current drive or its current folder.
  return style === "posix" ? path.startsWith("/") : /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path);
}
