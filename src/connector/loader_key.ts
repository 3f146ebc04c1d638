/** Whole names, in capitals, by the program that reads them. */
const NAMES: readonly string[] = [
  // The dynamic linker and the C library.
  ..."LIBPATH SHLIB_PATH GCONV_PATH GLIBC_TUNABLES".split(" "),
  // node, and npm as the launcher of servers.
  ..."NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NPM_CONFIG_NODE_OPTIONS NPM_CONFIG_SCRIPT_SHELL".split(
    " ",
  ),
  "BUN_OPTIONS",
  ..."PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS".split(" "),
  ..."PYTHONEXECUTABLE PYTHONPLATLIBDIR PYTHONUSERBASE PYTHONPYCACHEPREFIX".split(" "),
  ..."PERL5LIB PERLLIB PERL5OPT PERL5DB".split(" "),
  ..."RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE".split(" "),
  // Shells that are not interactive; `ENV` is read by interactive ones only and a common name of other things.
  ..."BASH_ENV SHELLOPTS BASHOPTS ZDOTDIR".split(" "),
  ..."JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH".split(" "),
  ..."DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE".split(" "),
  ..."PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH ERL_LIBS ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS".split(" "),
  ..."OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES".split(" "),
  // The program that Windows starts batch files with.
  "COMSPEC",
];

/** Beginnings of names: the dynamic linkers, Deno, and the profilers that .NET loads. */
const BEGINNINGS: readonly string[] = [
  "LD_",
  "DYLD_",
  "_RLD",
  "DENO_",
  "BUN_INSPECT",
  "LUA_INIT_",
  "CORECLR_",
  "COR_",
];

/** Variables of Deno that name certificates or keep it quiet. */
const HARMLESS: readonly string[] = [
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
  "DENO_NO_PROMPT",
  "DENO_NO_UPDATE_CHECK",
];

/**
 * Whether an environment variable changes how programs load: which code is run before, beside or in place of the program's
 * own. With one of them a definition that starts a known program would start an unknown one. A host that means it can still
 * allow its own value to be inherited by name.
 *
 * @param key The name.
 * @returns Whether it is such a variable.
 *
 * @example
 * ```ts
 * import { isLoaderKey } from "./loader_key.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isLoaderKey("LD_PRELOAD"), true);
 * assertEquals(isLoaderKey("NODE_ENV"), false);
 * ```
 */
export function isLoaderKey(key: string): boolean {
  const name = key.toUpperCase(); // Windows knows no case, and npm reads its settings in either.
  if (HARMLESS.includes(name)) return false;
  return NAMES.includes(name) || BEGINNINGS.some((beginning) => name.startsWith(beginning));
}
