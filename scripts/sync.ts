// deno-lint-ignore-file no-console -- a script prints its result
// Writes scripts/npm_only/import_map.json and both lock files after a change of deno.json's imports. `--check` only
// tells whether that has been done.
import { npmSpecifiers, toNpmOnlyImports } from "./npm_only/import_map.ts";
import { lockFaults, type LockFile, toNormalLock } from "./npm_only/lock_file.ts";

const ROOT = new URL("../", import.meta.url);
const MAP_FILE = new URL("scripts/npm_only/import_map.json", ROOT);
const NPM_ONLY_LOCK = new URL("scripts/npm_only/deno.lock", ROOT);
const NORMAL_LOCK = new URL("deno.lock", ROOT);

if (import.meta.main) {
  const { imports } = await readJson<{ imports: Record<string, string> }>(new URL("deno.json", ROOT));
  const faults = Deno.args.includes("--check") ? await findFaults(imports) : await write(imports);
  for (const fault of faults) console.error(`${fault}\n  mend: deno task sync`);
  Deno.exit(faults.length === 0 ? 0 : 1);
}

async function findFaults(imports: Record<string, string>): Promise<string[]> {
  const map = await readJson<{ imports: Record<string, string> }>(MAP_FILE);
  const isSame = JSON.stringify(map.imports) === JSON.stringify(toNpmOnlyImports(imports));
  const mapFaults = isSame
    ? []
    : ["scripts/npm_only/import_map.json is not what deno.json's imports make of it"];
  const [npmOnly, normal] = [await readJson<LockFile>(NPM_ONLY_LOCK), await readJson<LockFile>(NORMAL_LOCK)];
  return [...mapFaults, ...lockFaults({ npmOnly, normal, specifiers: npmSpecifiers(imports) })];
}

async function write(imports: Record<string, string>): Promise<string[]> {
  await writeJson(MAP_FILE, { imports: toNpmOnlyImports(imports) });
  await lock(npmSpecifiers(imports));
  const npmOnly = await readJson<LockFile>(NPM_ONLY_LOCK);
  const before = await readJson<LockFile>(NORMAL_LOCK).catch((): LockFile => ({ version: npmOnly.version }));
  await writeJson(NORMAL_LOCK, toNormalLock(npmOnly, before));
  return await findFaults(imports);
}

/** Lets deno bring the npm-only lock up to date: a module that imports every package, under the import map. */
async function lock(specifiers: string[]): Promise<void> {
  const entry = new URL("dist/.cache/every_package.ts", ROOT);
  await Deno.mkdir(new URL(".", entry), { recursive: true });
  await Deno.writeTextFile(entry, specifiers.map((specifier) => `import "${specifier}";\n`).join(""));
  const args = [
    "cache",
    "--import-map=scripts/npm_only/import_map.json",
    "--lock=scripts/npm_only/deno.lock",
    "--frozen=false",
    "dist/.cache/every_package.ts",
  ];
  const { success } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).spawn().status;
  if (!success) throw new Error("Cannot write scripts/npm_only/deno.lock: deno cache failed, see above");
}

async function readJson<T>(file: URL): Promise<T> {
  return JSON.parse(await Deno.readTextFile(file));
}

async function writeJson(file: URL, value: unknown): Promise<void> {
  await Deno.writeTextFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
