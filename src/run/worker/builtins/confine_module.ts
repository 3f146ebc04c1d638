import fs from "node:fs";
import { Module } from "node:module";
import { dirname, isAbsolute } from "node:path";
import type { Loose, Members } from "./members.ts";

/** What `node:module` has and its types lack. */
interface Internals {
  builtinModules: readonly string[];
  readonly _cache: Record<string, LoadedModule>;
  readonly _extensions: Record<string, (module: LoadedModule, filename: string) => void>;
  _load(request: unknown, parent: unknown): unknown;
  _resolveFilename(request: unknown, parent: unknown, isMain: boolean, options?: unknown): string;
  readonly prototype: Members;
  new (id: string, parent: unknown): LoadedModule;
}

interface LoadedModule {
  exports: unknown;
  load(filename: string): void;
  require(id: string): unknown;
  _compile(content: string, filename: string): unknown;
}

/** What `confineModule` gives project code through `require`. */
export interface ConfineModuleOptions {
  /** Gives a `node:` module by its name, or undefined. */
  readonly builtin: (name: unknown) => unknown;
  /** The names of those that there are. */
  readonly names: readonly string[];
  /** `vm.compileFunction`, confined. */
  readonly compileFunction: Loose;
}

const ESM_SYNTAX = /import statement|import\.meta|token 'export'|top level bodies of modules/;

// Taken before project code can replace it.
const { apply } = Reflect;

/**
 * Lets `createRequire` load Node's modules, JSON and CommonJS files, all within the worker's permissions. ES modules are
 * refused: what a module imports is read without asking for permission. So are the runtime's internal modules.
 *
 * @param options What is loaded and how.
 */
export function confineModule({ builtin, names, compileFunction }: ConfineModuleOptions): void {
  const modules = Module as unknown as Internals;
  const { _cache: cache, _extensions: extensions } = modules;
  const readText = (filename: string) => fs.readFileSync(filename, "utf8");

  modules.builtinModules = names;
  const resolve = (request: unknown, parent: unknown): string => {
    try {
      const filename = modules._resolveFilename(request, parent, false);
      if (isAbsolute(filename)) return filename;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotCapable)) throw error;
    }
    throw notFound(request);
  };
  modules._load = (request, parent) => {
    const found = builtin(request);
    if (found !== undefined) return found;
    const filename = resolve(request, parent);
    const loaded = cache[filename];
    if (loaded) return loaded.exports;
    const module = cache[filename] = new modules(filename, parent);
    try {
      module.load(filename);
    } catch (error) {
      delete cache[filename];
      throw error instanceof Deno.errors.NotCapable ? notFound(request) : error;
    }
    return module.exports;
  };
  modules.prototype._compile = function (this: LoadedModule, content: string, filename: string): unknown {
    const parameters = ["exports", "require", "module", "__filename", "__dirname"];
    const run = compile(() => compileFunction(withoutShebang(content), parameters, { filename }), filename);
    return apply(run, this.exports, [this.exports, requireFor(this), this, filename, dirname(filename)]);
  };
  const loadScript = (module: LoadedModule, filename: string) =>
    void module._compile(readText(filename), filename);
  const loadJson = (module: LoadedModule, filename: string) => {
    module.exports = JSON.parse(readText(filename).replace(/^\uFEFF/, ""));
  };
  const refuseFile = (_module: LoadedModule, filename: string) => {
    throw notCommonJs(filename);
  };
  for (const extension of Object.keys(extensions)) extensions[extension] = refuseFile;
  Object.assign(extensions, { ".js": loadScript, ".cjs": loadScript, ".json": loadJson });

  function requireFor(module: LoadedModule): Loose {
    const resolve = (request: unknown, options: unknown) =>
      modules._resolveFilename(request, module, false, options);
    return Object.assign((id: string) => module.require(id), { resolve, cache, extensions, main: undefined });
  }
}

function compile(work: () => Loose, filename: string): Loose {
  try {
    return work();
  } catch (error) {
    throw error instanceof SyntaxError && ESM_SYNTAX.test(error.message) ? notCommonJs(filename) : error;
  }
}

function notFound(request: unknown): Error {
  return Object.assign(new Error(`Cannot find module '${request}'`), { code: "MODULE_NOT_FOUND" });
}

function notCommonJs(filename: string): Error {
  const message =
    `Cannot require "${filename}": it is no CommonJS module; import it by a literal name in the ` +
    "project's sources, so that it becomes part of the bundle";
  return Object.assign(new Error(message), { code: "ERR_REQUIRE_ESM" });
}

function withoutShebang(content: string): string {
  return `${content}`.replace(/^#!.*/, "");
}
