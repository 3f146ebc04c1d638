// deno-lint-ignore-file no-console -- a script prints its result
// Runs the benches in scripts/bench, or those whose names are given: `deno task bench start`.
const BENCHES = new URL("./bench/", import.meta.url);

if (import.meta.main) {
  const all = [...Deno.readDirSync(BENCHES)].map((entry) => entry.name)
    .filter((name) => /^[^_].*\.ts$/.test(name)).map((name) => name.replace(/\.ts$/, "")).sort();
  const unknown = Deno.args.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.error(`Cannot run bench ${unknown.join(", ")}: there are ${all.join(", ")}`);
    Deno.exit(2);
  }
  for (const name of Deno.args.length > 0 ? Deno.args : all) {
    console.log(`\n${name}`);
    await import(new URL(`${name}.ts`, BENCHES).href);
  }
}
