const WINDOWS = Deno.build.os === "windows";

/** What libuv says where a file cannot be read, cannot be written, or a descriptor is closed. */
const ENOENT = { code: "ENOENT", errno: WINDOWS ? -4058 : -2 };
const EACCES = { code: "EACCES", errno: WINDOWS ? -4092 : -13 };
const EBADF = { code: "EBADF", errno: WINDOWS ? -4083 : -9 };

/**
 * Gives Deno's refusals the `code` and `errno` of Node, which has none for them. Packages look at it while they probe for
 * files, up to the root folder, and go on after `ENOENT` only: so what may not be read is a file that is not there, as it
 * is for `existsSync`. All else that is refused is `EACCES`. The message tells people the true reason.
 */
export function addErrorCodes(): void {
  const toRefusal = (error: Error) => /^Requires read access/.test(error.message) ? ENOENT : EACCES;
  define(Deno.errors.NotCapable.prototype, toRefusal);
  define(Deno.errors.BadResource.prototype, () => EBADF);
}

function define(prototype: Error, toCode: (error: Error) => typeof ENOENT): void {
  for (const name of ["code", "errno"] as const) {
    Object.defineProperty(prototype, name, {
      get(this: Error) {
        return toCode(this)[name];
      },
      // Code that catches an error may give it another one.
      set(this: Error, value: unknown) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
    });
  }
}
