/**
 * Makes a function or class whose every use fails and says why.
 *
 * @param name What project code calls it.
 * @param reason Why it cannot be used, and what works instead.
 * @returns The function.
 */
export function refuse(name: string, reason: string): () => never {
  return function refused(): never {
    throw Object.assign(new Error(`Cannot use ${name}: ${reason}`), { code: "ERR_ACCESS_DENIED" });
  };
}
