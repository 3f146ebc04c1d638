/** Without letters and digits that people take for each other. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/**
 * Makes a Desktop project id.
 *
 * @param isTaken Tells whether there is one already.
 * @returns Such as `k3f9-x2ab`: short enough to be read out.
 */
export function newDesktopId(isTaken: (id: string) => boolean): string {
  while (true) {
    const letters = Array.from(
      crypto.getRandomValues(new Uint8Array(8)),
      (byte) => ALPHABET[byte % ALPHABET.length],
    );
    const id = `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
    if (!isTaken(id)) return id;
  }
}
