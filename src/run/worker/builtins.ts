import { Module } from "node:module";
import process from "node:process";
import vm from "node:vm";
import { addErrorCodes } from "./builtins/add_error_codes.ts";
import { confineModule } from "./builtins/confine_module.ts";
import { confineVm } from "./builtins/confine_vm.ts";
import type { Loose, Members } from "./builtins/members.ts";
import { softenFs } from "./builtins/soften_fs.ts";
import { softenOs } from "./builtins/soften_os.ts";
import { softenProcess } from "./builtins/soften_process.ts";
import { takeAway } from "./builtins/take_away.ts";

/**
 * Prepares the `node:` modules that project code gets, in place: they are the same objects by every way that leads to them.
 *
 * @param scratchDir The run's own folder, which is removed at its end.
 * @returns Gives a `node:` module by its name, with or without `node:`; throws for an unknown name.
 */
export function installBuiltins(scratchDir: string): (name: string) => unknown {
  const names = Module.builtinModules.filter((name) => !name.startsWith("internal/"));
  const builtin = createLookup(names, process.getBuiltinModule);
  addErrorCodes();
  softenProcess(scratchDir);
  softenOs(scratchDir);
  softenFs(scratchDir);
  takeAway();
  const modules = vm as unknown as Members;
  confineVm(modules);
  confineModule({ builtin, names, compileFunction: modules.compileFunction as Loose });
  return (name) => {
    const found = builtin(name);
    if (found === undefined) throw notFound(name);
    return found;
  };
}

/** The runtime also has modules of its own under `internal/`, which lead to everything that it can do. */
function createLookup(names: readonly string[], original: Loose): (name: unknown) => unknown {
  const known: Members = Object.create(null);
  for (const listed of names) {
    const name = listed.replace(/^node:/, "");
    known[name] = known[`node:${name}`] = `node:${name}`;
  }
  return (request) => {
    const name = typeof request === "string" ? known[request] : undefined;
    return name === undefined ? undefined : original(name);
  };
}

function notFound(name: string): Error {
  return Object.assign(new Error(`Cannot find the module "node:${name}"`), { code: "MODULE_NOT_FOUND" });
}
