import { timingSafeEqual } from "node:crypto";

/**
 * What lets one browser in: a token in the address that is printed once, a cookie in its place afterwards, and a mark in each
 * form. All are made anew at each start and kept in memory only.
 */
export class Session {
  /** Stands in the printed address. */
  readonly token: string = randomText();
  /** Stands in the address that a browser is started with, for all processes of this machine to see: it lets in once. */
  readonly ticket: string = randomText();
  #isTicketTaken = false;
  /** Stands in each form. */
  readonly csrf: string = randomText();
  readonly #cookie = randomText();
  readonly #cookieName: string;

  /** @param port The port; cookies of one host are shared by all its ports. */
  constructor(port: number) {
    this.#cookieName = `workflow_code_${port}`;
  }

  /** @returns Whether this is the token of the printed address, or the ticket for the first time. */
  takeToken(text: string): boolean {
    if (isSame(text, this.token)) return true;
    if (this.#isTicketTaken || !isSame(text, this.ticket)) return false;
    this.#isTicketTaken = true;
    return true;
  }

  /** @returns Whether a form with this mark is one of ours. */
  isCsrf(text: unknown): boolean {
    return typeof text === "string" && isSame(text, this.csrf);
  }

  /** @returns The `Set-Cookie` header that lets a browser in. */
  toSetCookie(): string {
    return `${this.#cookieName}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** @returns Whether a `Cookie` header lets in. */
  isLetIn(cookies: string | undefined): boolean {
    const own = `${this.#cookieName}=`;
    return (cookies ?? "").split(";").map((one) => one.trim())
      .some((one) => one.startsWith(own) && isSame(one.slice(own.length), this.#cookie));
  }
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new TextEncoder().encode(text));
  return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
}
