import { assert, assertEquals, assertMatch, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { McpServerDefinition, NormalizeMcpServersOptions } from "../../../src/core/api.ts";
import { McpServerError } from "../../../src/connector/mcp_server_error.ts";
import { normalizeMcpServers } from "../../../src/connector/normalize_mcp_servers.ts";
import { readDefinitions } from "../../../src/connector/read_definitions.ts";

const COMMAND = ["/usr/local/bin/node", "server.js"];
const OPTIONS: NormalizeMcpServersOptions = {
  allowedInheritedEnvKeys: ["BRIDGE_TOKEN", "REGION"],
  env: { BRIDGE_TOKEN: "s3cr3t-value", REGION: "eu" },
};

function normalize(servers: unknown, options: unknown = OPTIONS): ReturnType<typeof normalizeMcpServers> {
  return normalizeMcpServers(servers as McpServerDefinition[], options as NormalizeMcpServersOptions);
}

function failure(servers: unknown, options: unknown = OPTIONS): McpServerError {
  const error = assertThrows(() => normalize(servers, options), McpServerError);
  assertEquals(error.code, "invalid_definition");
  assertEquals(error.path, error.faults[0]?.path);
  assertEquals(error.reason, error.faults[0]?.reason);
  return error;
}

Deno.test("normalizeMcpServers() fills in the defaults", () => {
  assertEquals(normalize([{ id: "a", command: COMMAND }]), [
    { id: "a", command: COMMAND, environment: {}, inheritEnvironment: [], timeout: 60_000 },
  ]);
  assertEquals(normalize([]), []);
});

Deno.test("normalizeMcpServers() takes undefined for absent", () => {
  const absent = { environment: undefined, inheritEnvironment: undefined, timeout: undefined };
  assertEquals(
    normalize([{ id: "a", command: COMMAND, ...absent }]),
    normalize([{ id: "a", command: COMMAND }]),
  );
});

Deno.test("normalizeMcpServers() keeps what was given, and no inherited value", () => {
  const definition = {
    id: "project-tools",
    command: COMMAND,
    environment: { LOG_LEVEL: "debug", PWD: "/srv", _x1: "" },
    inheritEnvironment: ["BRIDGE_TOKEN", "REGION", "REGION"],
    timeout: 1_000,
  };
  const servers = normalize([definition]);
  assertEquals(servers, [{ ...definition, inheritEnvironment: ["BRIDGE_TOKEN", "REGION"] }]);
  assert(!JSON.stringify(servers).includes("s3cr3t-value"));
});

Deno.test("normalizeMcpServers() freezes its result at every depth and keeps nothing of its input", () => {
  const definition = {
    id: "a",
    command: [...COMMAND],
    environment: { A: "1" },
    inheritEnvironment: ["REGION"],
  };
  const servers = normalize([definition]);
  const [server] = servers;
  for (const part of [servers, server, server?.command, server?.environment, server?.inheritEnvironment]) {
    assert(Object.isFrozen(part));
  }
  definition.command[0] = "other";
  definition.environment.A = "2";
  assertEquals([server?.command, server?.environment], [COMMAND, { A: "1" }]);
});

Deno.test("normalizeMcpServers() reads inherited values from process.env unless told otherwise", () => {
  const servers = [{ id: "a", command: COMMAND, inheritEnvironment: ["PATH"] }];
  assertEquals(normalize(servers, { allowedInheritedEnvKeys: ["PATH"] }).length, 1);
  assertEquals(
    failure(servers, { allowedInheritedEnvKeys: ["PATH"], env: {} }).reason,
    "inherited_key_not_set",
  );
});

const base = { id: "a", command: COMMAND };
const RULES: readonly [what: string, servers: unknown, path: string, reason: string][] = [
  ["no list", { id: "a" }, "servers", "servers_not_a_list"],
  ["nothing", undefined, "servers", "servers_not_a_list"],
  [
    "a 9th server",
    Array.from({ length: 9 }, (_, i) => ({ id: `s${i}`, command: COMMAND })),
    "servers[8]",
    "too_many_servers",
  ],
  ["a text", ["a"], "servers[0]", "definition_not_an_object"],
  ["null", [null], "servers[0]", "definition_not_an_object"],
  ["an unknown key", [{ ...base, enviroment: {} }], "servers[0].enviroment", "unknown_key"],
  ["no id", [{ command: COMMAND }], "servers[0].id", "id_malformed"],
  ["an id with capitals", [{ ...base, id: "Tools" }], "servers[0].id", "id_malformed"],
  ["an id with a digit first", [{ ...base, id: "1a" }], "servers[0].id", "id_malformed"],
  ["an id of 65 characters", [{ ...base, id: "a".repeat(65) }], "servers[0].id", "id_malformed"],
  ["an id with a line feed", [{ ...base, id: "a\n" }], "servers[0].id", "id_malformed"],
  ["a repeated id", [base, { ...base, id: "b" }, base], "servers[2].id", "id_repeated"],
  ["no command", [{ id: "a" }], "servers[0].command", "command_not_a_list"],
  ["a command line", [{ ...base, command: "/bin/node a.js" }], "servers[0].command", "command_not_a_list"],
  ["an empty command", [{ ...base, command: [] }], "servers[0].command", "command_empty"],
  ["a bare name", [{ ...base, command: ["node"] }], "servers[0].command[0]", "command_not_absolute"],
  ["a relative path", [{ ...base, command: ["./node"] }], "servers[0].command[0]", "command_not_absolute"],
  ["a home path", [{ ...base, command: ["~/node"] }], "servers[0].command[0]", "command_not_absolute"],
  [
    "an empty argument",
    [{ ...base, command: ["/n", ""] }],
    "servers[0].command[1]",
    "command_argument_malformed",
  ],
  [
    "a number argument",
    [{ ...base, command: ["/n", 1] }],
    "servers[0].command[1]",
    "command_argument_malformed",
  ],
  [
    "NUL in an argument",
    [{ ...base, command: ["/n\0"] }],
    "servers[0].command[0]",
    "command_argument_malformed",
  ],
  [
    "a sparse command",
    [{ ...base, command: Array(2) }],
    "servers[0].command[0]",
    "command_argument_malformed",
  ],
  [
    "a list as environment",
    [{ ...base, environment: [] }],
    "servers[0].environment",
    "environment_not_an_object",
  ],
  [
    "null as environment",
    [{ ...base, environment: null }],
    "servers[0].environment",
    "environment_not_an_object",
  ],
  [
    "a key with a dash",
    [{ ...base, environment: { "a-b": "1" } }],
    "servers[0].environment.a-b",
    "environment_key_malformed",
  ],
  [
    "a key with =",
    [{ ...base, environment: { "A=B": "1" } }],
    'servers[0].environment["A=B"]',
    "environment_key_malformed",
  ],
  [
    "an empty key",
    [{ ...base, environment: { "": "1" } }],
    'servers[0].environment[""]',
    "environment_key_malformed",
  ],
  [
    "a number as value",
    [{ ...base, environment: { PORT: 80 } }],
    "servers[0].environment.PORT",
    "environment_value_malformed",
  ],
  [
    "NUL in a value",
    [{ ...base, environment: { A: "a\0b" } }],
    "servers[0].environment.A",
    "environment_value_malformed",
  ],
  [
    "a credential",
    [{ ...base, environment: { API_KEY: "1" } }],
    "servers[0].environment.API_KEY",
    "credential_in_environment",
  ],
  [
    "a loader variable",
    [{ ...base, environment: { LD_PRELOAD: "/x.so" } }],
    "servers[0].environment.LD_PRELOAD",
    "loader_in_environment",
  ],
  [
    "an allowed key as environment",
    [{ ...base, environment: { REGION: "us" } }],
    "servers[0].environment.REGION",
    "environment_key_inheritable",
  ],
  [
    "a text as inheritEnvironment",
    [{ ...base, inheritEnvironment: "REGION" }],
    "servers[0].inheritEnvironment",
    "inherit_not_a_list",
  ],
  [
    "a number to inherit",
    [{ ...base, inheritEnvironment: ["REGION", 1] }],
    "servers[0].inheritEnvironment[1]",
    "inherited_key_malformed",
  ],
  [
    "a malformed key to inherit",
    [{ ...base, inheritEnvironment: ["A B"] }],
    "servers[0].inheritEnvironment[0]",
    "inherited_key_malformed",
  ],
  [
    "a key that is not allowed",
    [{ ...base, inheritEnvironment: ["HOME"] }],
    "servers[0].inheritEnvironment[0]",
    "inherited_key_not_allowed",
  ],
  ...[0, 999, 300_001, 1_000.5, NaN, Infinity, "60000", null].map((
    timeout,
  ): [string, unknown, string, string] => [
    `a timeout of ${Deno.inspect(timeout)}`,
    [{ ...base, timeout }],
    "servers[0].timeout",
    "timeout_out_of_range",
  ]),
];

for (const [what, servers, path, reason] of RULES) {
  Deno.test(`normalizeMcpServers() refuses ${what}`, () => {
    const error = failure(servers);
    assertEquals([error.path, error.reason], [path, reason]);
    assert(error.message.startsWith(`Cannot use MCP server definition: ${path}: `), error.message);
  });
}

Deno.test("normalizeMcpServers() names an allowed key that the parent lacks", () => {
  const error = failure([{ ...base, inheritEnvironment: ["BRIDGE_TOKEN"] }], {
    allowedInheritedEnvKeys: ["BRIDGE_TOKEN"],
    env: { OTHER: "1" },
  });
  assertEquals(error.reason, "inherited_key_not_set");
  assertMatch(error.message, /BRIDGE_TOKEN is not set/);
});

Deno.test("normalizeMcpServers() inherits an empty value", () => {
  const options = { allowedInheritedEnvKeys: ["EMPTY"], env: { EMPTY: "" } };
  assertEquals(normalize([{ ...base, inheritEnvironment: ["EMPTY"] }], options).length, 1);
});

Deno.test("normalizeMcpServers() takes no property that every object has for a variable", () => {
  const keys = ["toString", "constructor", "__proto__"];
  const error = failure([{ ...base, inheritEnvironment: keys }], { allowedInheritedEnvKeys: keys, env: {} });
  assertEquals(error.faults.map((fault) => fault.reason), keys.map(() => "inherited_key_not_set"));
});

Deno.test("normalizeMcpServers() keeps a variable called __proto__ a variable", () => {
  const [server] = normalize([{ ...base, environment: JSON.parse('{"__proto__":"x"}') }]);
  assertEquals(Object.entries(server?.environment ?? {}), [["__proto__", "x"]]);
});

Deno.test("normalizeMcpServers() suggests the key that was meant", () => {
  assertMatch(failure([{ ...base, enviroment: {} }]).message, /did you mean "environment"\?/);
  assertMatch(failure([{ ...base, cwd: "/" }]).message, /expected one of id, command, /);
});

Deno.test("normalizeMcpServers() reports every fault in the order of the input", () => {
  const error = failure([{ id: "A", command: [], timeout: 1 }, { id: "b" }]);
  assertEquals(error.faults.map((fault) => fault.path), [
    "servers[0].id",
    "servers[0].command",
    "servers[0].timeout",
    "servers[1].command",
  ]);
  assertMatch(error.message, / \(and 3 more faults\)$/);
});

Deno.test("normalizeMcpServers() shows no value of environment and no argument", () => {
  const error = failure([{
    ...base,
    command: ["/n", "--password=hunter2\0"],
    environment: { API_KEY: "hunter2", A: "hunter2\0" },
  }]);
  assertEquals(error.faults.length, 3);
  assert(!JSON.stringify([error.message, error.faults]).includes("hunter2"));
});

const BAD_OPTIONS: readonly [options: unknown, path: string, reason: string][] = [
  [[], "options", "options_not_an_object"],
  ["x", "options", "options_not_an_object"],
  [{ allowedInheritedEnvKeys: "A" }, "options.allowedInheritedEnvKeys", "allowed_keys_malformed"],
  [{ allowedInheritedEnvKeys: ["A", 1] }, "options.allowedInheritedEnvKeys[1]", "allowed_keys_malformed"],
  [{ env: "x" }, "options.env", "env_not_an_object"],
];

for (const [options, path, reason] of BAD_OPTIONS) {
  Deno.test(`normalizeMcpServers() refuses the options ${JSON.stringify(options)}`, () => {
    const error = failure([base], options);
    assertEquals([error.path, error.reason], [path, reason]);
  });
}

function throwing(): never {
  throw new Error("gotcha");
}

const revoked = Proxy.revocable({}, {});
revoked.revoke();
const HOSTILE: readonly [what: string, servers: unknown][] = [
  ["a getter that throws", [{
    id: "a",
    get command() {
      return throwing();
    },
  }]],
  ["a proxy that throws", [new Proxy({}, { ownKeys: throwing })]],
  ["a revoked proxy", [revoked.proxy]],
  ["a revoked proxy as list", revoked.proxy],
  ["a list that throws", new Proxy([], { get: throwing })],
  ["a list of made-up length", [{ id: "a", command: { length: 1e9 } }]],
  ["a huge list", [{ id: "a", command: Array(1e9) }]],
  ["an environment that throws", [{ ...base, environment: new Proxy({ A: "1" }, { get: throwing }) }]],
];

for (const [what, servers] of HOSTILE) {
  Deno.test(`normalizeMcpServers() survives ${what}`, () => {
    failure(servers);
  });
}

Deno.test("normalizeMcpServers() survives a parent environment that throws", () => {
  const options = { allowedInheritedEnvKeys: ["A"], env: new Proxy({}, { get: throwing }) };
  assertEquals(failure([{ ...base, inheritEnvironment: ["A"] }], options).reason, "inherited_key_not_set");
});

Deno.test("normalizeMcpServers() reads each property once", () => {
  const reads: string[] = [];
  const definition = new Proxy({ ...base, timeout: 5_000 }, {
    get(target, key) {
      reads.push(String(key));
      return Reflect.get(target, key);
    },
  });
  normalize([definition]);
  assertEquals(reads.toSorted(), ["command", "id", "timeout"]);
});

Deno.test("paths and the case of variables follow the platform", () => {
  const read = (command: string, platform: "posix" | "windows") =>
    readDefinitions([{ id: "a", command: [command] }], {}, { platform });
  for (const path of ["C:\\node.exe", "c:/node.exe", "\\\\server\\share\\node.exe"]) {
    read(path, "windows");
    assertThrows(() => read(path, "posix"), McpServerError);
  }
  for (const path of ["\\node.exe", "C:node.exe", "node.exe", "/node"]) {
    assertThrows(() => read(path, "windows"), McpServerError);
  }
  const servers = [{ ...base, command: ["C:\\n.exe"], environment: { region: "us" } }];
  const error = assertThrows(
    () => readDefinitions(servers, OPTIONS, { platform: "windows" }),
    McpServerError,
  );
  assertEquals(error.reason, "environment_key_inheritable");
});

Deno.test("the paths of a single definition begin within it", () => {
  const error = assertThrows(
    () => readDefinitions({ ...base, environment: { API_KEY: "1" } }, {}, { isSingle: true }),
    McpServerError,
  );
  assertEquals(error.path, "environment.API_KEY");
  const whole = assertThrows(() => readDefinitions(undefined, {}, { isSingle: true }), McpServerError);
  assertEquals([whole.path, whole.reason], ["", "definition_not_an_object"]);
});

const definitions = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z][a-z0-9-]{0,63}$/),
    command: fc.array(fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0")), {
      maxLength: 4,
    }).map((rest) => ["/bin/x", ...rest]),
    environment: fc.dictionary(
      fc.stringMatching(/^[B-F]{1,4}[0-9]?$/),
      fc.string().filter((v) => !v.includes("\0")),
    ),
    inheritEnvironment: fc.subarray(["BRIDGE_TOKEN", "REGION"]),
    timeout: fc.integer({ min: 1_000, max: 300_000 }),
  }, { requiredKeys: ["id", "command"] }),
  { maxLength: 8, selector: (definition) => definition.id },
);

Deno.test("normalizeMcpServers() keeps every good definition, and normalizing again changes nothing", () => {
  fc.assert(fc.property(definitions, (servers) => {
    const once = normalize(servers);
    for (const [index, server] of servers.entries()) {
      const { id, command, environment = {}, inheritEnvironment = [], timeout = 60_000 } = server;
      assertEquals(once[index], {
        id,
        command,
        environment: { ...environment },
        inheritEnvironment,
        timeout,
      });
    }
    assertEquals(normalize(once), once);
  }));
});

Deno.test("normalizeMcpServers() ends every input with definitions or an McpServerError", () => {
  const keys = fc.constantFrom(
    "id",
    "command",
    "environment",
    "inheritEnvironment",
    "timeout",
    "x",
    "__proto__",
  );
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true });
  const input = fc.oneof(anything, fc.array(fc.dictionary(keys, anything), { maxLength: 10 }));
  fc.assert(fc.property(input, fc.oneof(anything, fc.constant(undefined)), (servers, options) => {
    try {
      assert(Array.isArray(normalize(servers, options)));
    } catch (error) {
      assert(error instanceof McpServerError, String(error));
      assertStrictEquals(error.code, "invalid_definition");
      assert(error.faults.length > 0);
    }
  }));
});
