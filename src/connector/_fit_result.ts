import type { McpCallResult, McpContent, McpToolOutput } from "../core/api.ts";
import { toMessage } from "../errors.ts";
import { type Media, toMedia, toText } from "./_content.ts";
import type { ResultFiles } from "./_result_files.ts";

/** The least that is shown of a text, so that the beginning of it is worth something. */
const LEAST_BEGINNING = 200;

/** Options for {@linkcode fitResult}. */
export interface FitResultOptions {
  /** The tool's name, with which the names of files begin. */
  readonly name: string;
  /** The most characters of text. */
  readonly maxChars: number;
  /** Whether data stays where it is. */
  readonly inlineMedia: boolean;
  readonly files: ResultFiles;
}

/**
 * Makes a result fit for a model: text beyond a limit, and data unless it is wanted, go to files that the result names.
 *
 * @param result What the tool answered.
 * @param options The limits.
 * @returns The result. A file that cannot be written is told in it.
 */
export async function fitResult(result: McpCallResult, options: FitResultOptions): Promise<McpToolOutput> {
  const paths: string[] = [];
  const keep = async (data: string | Uint8Array, extension: string): Promise<string> => {
    try {
      const path = await options.files.keep(options.name, { data, extension });
      paths.push(path);
      return `is in the file ${path}`;
    } catch (error) {
      return `could not be kept (${toMessage(error)})`;
    }
  };
  const content: McpContent[] = [];
  for (const part of result.content) {
    const media = options.inlineMedia ? undefined : toMedia(part);
    content.push(media === undefined ? part : await replaceMedia(media, keep));
  }
  const fitting = await shorten(content, { maxChars: options.maxChars, keep });
  return { content: fitting, isError: result.isError, ...(paths.length > 0 ? { files: paths } : {}) };
}

/** Keeps something in a file and says where. */
type Keep = (data: string | Uint8Array, extension: string) => Promise<string>;

async function replaceMedia({ data, mediaType }: Media, keep: Keep): Promise<McpContent> {
  const bytes = decodeBase64(data);
  const where = await (bytes === undefined ? keep(data, "txt") : keep(bytes, toExtension(mediaType)));
  return { type: "text", text: `[${mediaType} of ${bytes?.length ?? data.length} bytes, which ${where}]` };
}

async function shorten(
  content: readonly McpContent[],
  { maxChars, keep }: { readonly maxChars: number; readonly keep: Keep },
): Promise<readonly McpContent[]> {
  const whole = content.map(toText).filter((text) => text !== undefined).join("\n\n");
  if (whole.length <= maxChars) return content;
  const where = await keep(whole, "txt");
  const note = `[This is the beginning of ${whole.length} characters. The whole text ${where}.]`;
  const length = Math.max(maxChars - note.length - 2, LEAST_BEGINNING);
  const beginning = whole.slice(0, length).replace(/[\ud800-\udbff]$/, ""); // Not half a character.
  const others = content.filter((part) => toText(part) === undefined);
  return [{ type: "text", text: `${beginning}\n\n${note}` }, ...others];
}

function decodeBase64(data: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** From `image/svg+xml` to `svg`. */
function toExtension(mediaType: string): string {
  const [, kind = ""] = mediaType.toLowerCase().match(/^\w+\/([a-z0-9]+)/) ?? [];
  return kind === "" || kind === "octet" ? "bin" : kind;
}
