import { assertEquals, assertThrows } from "@std/assert";
import { EditError } from "../../../../src/cli/install/edit.ts";
import { editJson } from "../../../../src/cli/install/edit_json.ts";

const ENTRY = { command: "/bin/w", args: ["mcp", "/p"] };
const add = (text: string, entry: Record<string, unknown> = ENTRY) =>
  editJson(text, { container: "servers", key: "w", entry });
const take = (text: string) => editJson(text, { container: "servers", key: "w", entry: undefined });

const SHOWN = `"w": {
      "command": "/bin/w",
      "args": [
        "mcp",
        "/p"
      ]
    }`;

const CASES: readonly [name: string, before: string, after: string][] = [
  ["nothing", "", `{\n  "servers": {\n    ${SHOWN}\n  }\n}\n`],
  ["an empty object", "{}", `{\n  "servers": {\n    ${SHOWN}\n  }\n}`],
  ["no servers", `{\n  "a": 1\n}\n`, `{\n  "a": 1,\n  "servers": {\n    ${SHOWN}\n  }\n}\n`],
  ["empty servers", `{\n  "servers": {}\n}\n`, `{\n  "servers": {\n    ${SHOWN}\n  }\n}\n`],
  [
    "a server, trailing commas and comments",
    `// top\n{\n  "servers": {\n    /* a */ "a": { "command": "b" }, // last\n    // end\n  },\n}\n`,
    `// top\n{\n  "servers": {\n    /* a */ "a": { "command": "b" }, // last\n    ${SHOWN},\n    // end\n  },\n}\n`,
  ],
  [
    "a server with a comment and no trailing comma",
    `{\n  "servers": {\n    "a": {} // last, of all\n  }\n}\n`,
    `{\n  "servers": {\n    "a": {}, // last, of all\n    ${SHOWN}\n  }\n}\n`,
  ],
  [
    "all in one line",
    `{"servers":{"a":{"command":"b"}},"b":[1,  2]}`,
    `{"servers":{"a":{"command":"b"}, "w": {"command":"/bin/w","args":["mcp","/p"]}},"b":[1,  2]}`,
  ],
];

for (const [name, before, after] of CASES) {
  Deno.test(`editJson() adds a server to ${name} and touches nothing else`, () => {
    assertEquals(add(before), after);
    assertEquals(add(after), after);
  });
}

for (const [name, before, after] of CASES.slice(4)) {
  Deno.test(`editJson() takes the server out of ${name} again, byte for byte`, () => {
    assertEquals(take(after), before);
    assertEquals(take(before), before);
  });
}

Deno.test("editJson() keeps tabs, CRLF and a byte order mark", () => {
  const before = `\uFEFF{\r\n\t"servers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n`;
  const after = add(before, { command: "x" });
  assertEquals(
    after,
    `\uFEFF{\r\n\t"servers": {\r\n\t\t"a": {},\r\n\t\t"w": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n`,
  );
  assertEquals(take(after), before);
});

Deno.test("editJson() changes of a server that is there only what differs", () => {
  const before =
    `{ "servers": {\n  "w": {\n    "command": "old", // mine\n    "args": ["a"],\n    "env": { "A": "1" }\n  }\n} }`;
  assertEquals(
    add(before, { type: "stdio", ...ENTRY }),
    `{ "servers": {\n  "w": {\n    "command": "/bin/w", // mine\n    "args": ["mcp","/p"],\n    "env": { "A": "1" },\n    "type": "stdio"\n  }\n} }`,
  );
});

Deno.test("editJson() takes out the first of several and the only one", () => {
  assertEquals(take(`{"servers":{"w":1e0}}`.replace("1e0", "{}")), `{"servers":{}}`);
  assertEquals(
    take(`{\n  "servers": {\n    "w": {},\n    "a": {}\n  }\n}`),
    `{\n  "servers": {\n    "a": {}\n  }\n}`,
  );
});

const REFUSED: readonly [text: string, reason: string][] = [
  [`{ "servers": `, "it is no JSON: ValueExpected at line 1, column 14"],
  [`{\n  "a" 1\n}`, "it is no JSON: ColonExpected at line 2, column 7"],
  ["[]", "its top is no object"],
  [`{ "servers": [] }`, "its servers is no object"],
  [`{ "servers": { "w": 1 } }`, "its servers.w is no object"],
  [
    `{ "servers": { "w": {} }, "servers": { "w": {} } }`,
    "it has servers.w in a form that cannot be changed safely",
  ],
];

for (const [text, reason] of REFUSED) {
  Deno.test(`editJson() refuses ${text.replaceAll("\n", " ")}`, () => {
    const error = assertThrows(() => add(text), EditError);
    assertEquals(error.message, reason);
  });
}
