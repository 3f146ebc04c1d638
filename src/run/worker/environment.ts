import process from "node:process";

/**
 * Replaces `process.env` and `Deno.env` by a plain object of exactly the granted keys. Without it, reading any other key
 * throws, and a third of npm's packages crash while they are imported. What project code writes reaches nobody else.
 *
 * @param granted The granted keys and their values.
 */
export function installEnvironment(granted: Readonly<Record<string, string>>): void {
  const env = createEnvironment(granted);
  Object.defineProperty(process, "env", { value: env, writable: true, enumerable: true, configurable: true });
  const denoEnv: typeof Deno.env = {
    get: (key) => env[String(key)],
    set: (key, value) => void (env[String(key)] = value),
    has: (key) => String(key) in env,
    delete: (key) => void delete env[String(key)],
    toObject: () => ({ ...env }),
  };
  Object.defineProperty(Deno, "env", { value: denoEnv, enumerable: true, configurable: true });
}

/** Values become texts when they are set, as in every environment. */
function createEnvironment(granted: Readonly<Record<string, string>>): Record<string, string> {
  const target: Record<string, string> = Object.assign(Object.create(null), granted);
  return new Proxy(target, {
    set: (object, key, value) => Reflect.set(object, key, String(value)),
    defineProperty: (object, key, descriptor) =>
      Reflect.defineProperty(object, key, {
        ...descriptor,
        ...("value" in descriptor ? { value: String(descriptor.value) } : {}),
      }),
  });
}
