/** What {@linkcode readServerUrl} makes of a text. */
export type ServerUrl =
  | { readonly url: string; readonly isExposed: boolean }
  /** What is wrong with it, to be read behind its name: `found "x", expected ...`. */
  | { readonly fault: string };

/**
 * Reads the address of a server.
 *
 * @param text The address, as a person wrote it.
 * @returns The address without a slash at its end, and whether a key would travel to it unencrypted over a network.
 *
 * @example
 * ```ts
 * import { readServerUrl } from "./read_server_url.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readServerUrl("http://localhost:11434/v1/"), { url: "http://localhost:11434/v1", isExposed: false });
 * ```
 */
export function readServerUrl(text: string): ServerUrl {
  const expected = "expected an address like https://models.example.com/v1";
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return { fault: `found ${show(text)}, ${expected}` };
  }
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(text);
  // Nothing of it is shown: the password may be in it.
  if (username !== "" || password !== "") return { fault: `found a name or password in it, ${expected}` };
  if (search !== "" || hash !== "") return { fault: `found ${show(search || hash)} at its end, ${expected}` };
  const path = pathname.replace(/\/+$/, "");
  if (path.endsWith("/chat/completions")) {
    const before = `${origin}${path.slice(0, -"/chat/completions".length)}`;
    return { fault: `found ${show(text)}, expected what comes before /chat/completions: ${before}` };
  }
  return { url: `${origin}${path}`, isExposed: protocol === "http:" && !isLoopback(hostname) };
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function show(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text);
}
