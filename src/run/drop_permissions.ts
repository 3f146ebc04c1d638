/** A kind of permission; Deno's own types leave one out. */
export type PermissionKind = Deno.PermissionName | "import";

/**
 * Gives up whole kinds of permission for the rest of this process's life, and with them for every worker that it makes.
 *
 * @param names The kinds. Deno can drop a kind as a whole only.
 * @throws {Error} If one of them could not be dropped.
 */
export async function dropPermissions(names: readonly PermissionKind[]): Promise<void> {
  await Promise.all(names.map((name) => Deno.permissions.revoke({ name } as Deno.PermissionDescriptor)));
  const kept = (await grantedPermissions()).filter((name) => names.includes(name));
  if (kept.length > 0) {
    throw new Error(`Cannot go on: the permissions ${kept.join(", ")} could not be dropped`);
  }
}

const ALL: readonly PermissionKind[] = ["read", "write", "env", "net", "run", "sys", "ffi", "import"];

/**
 * Tells what this process may do.
 *
 * @returns The kinds of permission that it has as a whole.
 */
export async function grantedPermissions(): Promise<PermissionKind[]> {
  const states = await Promise.all(
    ALL.map((name) => Deno.permissions.query({ name } as Deno.PermissionDescriptor)),
  );
  return ALL.filter((_, index) => states[index]?.state === "granted");
}
