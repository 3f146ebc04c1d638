/** A form is never larger than this, in bytes. */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Reads the form that a browser sends.
 *
 * @param request The request.
 * @returns The form; undefined if it is none, or too large.
 */
export async function readFormData(request: Request): Promise<FormData | undefined> {
  const type = request.headers.get("content-type") ?? "";
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return await new Response(new Blob(chunks), { headers: { "content-type": type } }).formData();
  } catch {
    return undefined;
  }
}
