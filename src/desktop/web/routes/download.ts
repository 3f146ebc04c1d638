/**
 * Hands a file out to be saved: never shown, whatever it holds.
 *
 * @param body Its content.
 * @param name Its name.
 * @returns The response.
 */
export function toDownload(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  name: string,
): Response {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return new Response(body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    },
  });
}
