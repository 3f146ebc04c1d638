import type { Loader } from "esbuild";
import { extname } from "@std/path";

const BY_EXTENSION: Readonly<Record<string, Loader>> = {
  "": "js",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".json": "json",
  ".txt": "text",
};

const BY_TYPE: Readonly<Record<string, Loader>> = { json: "json", text: "text", bytes: "binary" };

/**
 * How a file is to be read.
 *
 * @param path The file's path.
 * @param type The `type` of the import attributes, where there is one.
 * @returns esbuild's name for it; `undefined` for a kind of file that cannot be imported.
 */
export function loaderOf(path: string, type?: string): Loader | undefined {
  return type === undefined ? BY_EXTENSION[extname(path).toLowerCase()] : BY_TYPE[type];
}
