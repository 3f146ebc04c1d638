/**
 * Takes away `Deno[Deno.internal]`: its `core` compiles code and calls every operation of the runtime.
 *
 * The object itself stays in use by the runtime, which sets members on it now and then. Without a prototype no setter
 * that project code puts on `Object.prototype` gets hold of it then.
 */
export function detachInternals(): void {
  const deno = Deno as unknown as Record<PropertyKey, Record<string, unknown> | undefined> & {
    internal?: symbol;
  };
  const internals = deno.internal && deno[deno.internal];
  if (!deno.internal || !internals) return;
  const { core } = internals;
  for (const name of ["core", "node", "nodeGlobals"]) delete internals[name];
  Reflect.setPrototypeOf(internals, null);
  if (typeof core === "object" && core !== null) Reflect.setPrototypeOf(core, null);
  delete deno[deno.internal];
  delete deno.internal;
}
