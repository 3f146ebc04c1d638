import { assertEquals } from "@std/assert";
import { isCredentialKey } from "../../../src/connector/credential_key.ts";
import { isLoaderKey } from "../../../src/connector/loader_key.ts";

const CREDENTIALS = [
  ..."TOKEN GITHUB_TOKEN TOKENS_A token SECRET AWS_SECRET_ACCESS_KEY PASSWORD DB_PASSWD PASS PGPASSWORD"
    .split(" "),
  ..."PASSPHRASE DB_PWD PWD_OLD CREDENTIALS GOOGLE_APPLICATION_CREDENTIALS API_KEY APIKEY OPENAI_API_KEYS"
    .split(" "),
  ..."AWS_ACCESS_KEY_ID PRIVATE_KEY SIGNING_KEY ENCRYPTION_KEY AUTH BASIC_AUTH AUTHORIZATION COOKIE JWT"
    .split(" "),
  ..."GITHUB_PAT BEARER MYTOKEN MyApiKey CLIENTSECRET pwd".split(" "),
];
const PLAIN = [
  ..."PWD OLDPWD PATH HOME LANG NODE_ENV TOKENIZER TOKENIZERS_PARALLELISM SECRETARY AUTHOR GIT_AUTHOR_NAME"
    .split(" "),
  ..."PASSENGER PATTERN PATH_TO_X COMPASS KEY SSH_AUTHSOCK MONKEY_ID PUBLIC_KEY JWTS KEYBOARD".split(" "),
];

Deno.test("isCredentialKey() knows credentials from other names", () => {
  assertEquals(CREDENTIALS.filter((key) => !isCredentialKey(key)), []);
  assertEquals(PLAIN.filter(isCredentialKey), []);
});

Deno.test("isLoaderKey() knows what changes how programs load from other names", () => {
  const loaders = [
    ..."LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES NODE_OPTIONS node_options NODE_PATH".split(
      " ",
    ),
    ..."PYTHONPATH PYTHONSTARTUP PERL5OPT RUBYOPT BASH_ENV JAVA_TOOL_OPTIONS DENO_DIR CORECLR_PROFILER".split(
      " ",
    ),
    ..."GLIBC_TUNABLES npm_config_node_options OPENSSL_CONF LUA_INIT_5_4 BUN_INSPECT_PRELOAD ComSpec".split(
      " ",
    ),
  ];
  const others = [
    ..."NODE_ENV NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS PYTHONUNBUFFERED PYTHONIOENCODING PYTHONUTF8 PATH HOME"
      .split(" "),
    ..."DENO_TLS_CA_STORE DENO_NO_UPDATE_CHECK ENV LANG TZ JAVA_HOME OLD_PATH RUST_LOG BUILD_ID".split(" "),
  ];
  assertEquals(loaders.filter((key) => !isLoaderKey(key)), []);
  assertEquals(others.filter(isLoaderKey), []);
});
