import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import type {
  CreateMcpToolsOptions,
  McpAgentTool,
  McpCallResult,
  McpContent,
  McpToolCall,
  McpToolPolicy,
} from "../../../src/core/api.ts";
import { createMcpTools } from "../../../src/connector/create_mcp_tools.ts";
import { McpServerError } from "../../../src/connector/mcp_server_error.ts";
import { failureOf } from "./_fixture.ts";

type Schema = Readonly<Record<string, unknown>>;
type Answer = (args: Schema, signal?: AbortSignal) => McpCallResult | Promise<McpCallResult>;

const ANY: Schema = { type: "object" };

function text(value: string): McpContent {
  return { type: "text", text: value };
}

/** A source of one tool, and what it was called with. */
function source(inputSchema: Schema, answer: Answer = () => ({ content: [text("done")], isError: false })) {
  const calls: [name: string, args: unknown][] = [];
  const callTool = async (name: string, args?: Schema, signal?: AbortSignal) => {
    calls.push([name, args]);
    return await answer(args ?? {}, signal);
  };
  return { id: "files", tools: [{ name: "read", description: "Reads.", inputSchema }], callTool, calls };
}

async function makeTool(
  connection: ReturnType<typeof source>,
  policy: McpToolPolicy = {},
): Promise<McpAgentTool> {
  const { files__read: tool } = await createMcpTools({ connection, ...policy });
  assert(tool !== undefined);
  return tool;
}

Deno.test("createMcpTools() makes tools with what an agent needs, and nothing else", async () => {
  const tool = await makeTool(source({ type: "object", properties: { path: { type: "string" } } }));
  assertEquals(Object.keys(tool).toSorted(), [
    "description",
    "execute",
    "inputSchema",
    "toModelOutput",
    "type",
  ]);
  assertEquals([tool.type, tool.description], ["dynamic", "Reads."]);
  assertEquals(tool.inputSchema.jsonSchema, { type: "object", properties: { path: { type: "string" } } });
  assertEquals(await tool.execute({ path: "/a" }), { content: [text("done")], isError: false });
});

Deno.test("createMcpTools() gives models the type and properties that they want to see", async () => {
  const tool = await makeTool(source({ additionalProperties: false }));
  assertEquals(tool.inputSchema.jsonSchema, { type: "object", properties: {}, additionalProperties: false });
});

Deno.test("createMcpTools() takes up to 8 connections with different ids", async () => {
  const connections = Array.from({ length: 8 }, (_, index) => ({ ...source(ANY), id: `server-${index}` }));
  assertEquals(
    Object.keys(await createMcpTools({ connections })),
    connections.map(({ id }) => `${id}__read`),
  );
  assertEquals(await createMcpTools({ connections: [] }), {});
});

const REFUSED: readonly [options: unknown, path: string, reason: string][] = [
  [{}, "connection", "connection_malformed"],
  [{ connection: { id: "A", tools: [], callTool() {} } }, "connection", "connection_malformed"],
  [{ connections: [source(ANY), { id: "b" }] }, "connections[1]", "connection_malformed"],
  [{ connections: [source(ANY), source(ANY)] }, "connections[1].id", "id_repeated"],
  [{ connections: Array(9).fill(source(ANY)) }, "connections", "too_many_servers"],
];

for (const [options, path, reason] of REFUSED) {
  Deno.test(`createMcpTools() refuses ${reason} at ${path}`, async () => {
    const error = await failureOf(createMcpTools(options as CreateMcpToolsOptions));
    assertEquals([error.code, error.path, error.reason], ["invalid_definition", path, reason]);
  });
}

const SCHEMA: Schema = {
  type: "object",
  required: ["path"],
  additionalProperties: false,
  properties: {
    path: { type: "string", minLength: 1 },
    mode: { enum: ["text", "bytes"] },
    since: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "string" } },
  },
};
const BAD_ARGUMENTS: readonly [args: unknown, faults: string[]][] = [
  [undefined, ["path is missing"]],
  [{ path: 7 }, ["path must be string, found 7"]],
  [{ path: "a", mode: "fast" }, ['mode must be one of "text", "bytes", found "fast"']],
  [{ path: "a", since: "yesterday" }, ['since must match format "date", found "yesterday"']],
  [{ path: "a", tags: ["x", 1] }, ["tags[1] must be string, found 1"]],
  [{ path: "a", pth: "b" }, ["pth is not known"]],
  [{ mode: "fast" }, ["path is missing", 'mode must be one of "text", "bytes", found "fast"']],
  [[], ["the arguments must be an object, found a list"]],
  ["x", ['the arguments must be an object, found "x"']],
  [null, ["path is missing"]],
];

for (const [args, faults] of BAD_ARGUMENTS) {
  Deno.test(`arguments ${Deno.inspect(args)} are refused before the call, with every fault`, async () => {
    const connection = source(SCHEMA);
    const tool = await makeTool(connection, { approval: true, onApproval: () => true });
    const said = ["files__read was not called: the arguments do not fit its schema.", ...faults].join("\n- ");
    assertEquals(await tool.execute(args), { content: [text(said)], isError: true });
    assertEquals(connection.calls, []);
    assertEquals(await tool.inputSchema["~standard"].validate(args ?? {}), {
      issues: faults.map((message) => ({ message })),
    });
  });
}

const DIALECTS: readonly [what: string, schema: Schema, good: unknown, bad: unknown][] = [
  ["2020-12 by default", { prefixItems: [{ type: "string" }] }, ["a"], [1]],
  ["draft-07 where only that reads it", { items: [{ type: "string" }] }, ["a"], [1]],
  ["a regular expression without u", { pattern: "^\\-$" }, "-", "x"],
];

for (const [what, value, good, bad] of DIALECTS) {
  Deno.test(`arguments are checked by ${what}`, async () => {
    const tool = await makeTool(source({ type: "object", properties: { value } }));
    assertEquals((await tool.execute({ value: good })).isError, false);
    assertEquals((await tool.execute({ value: bad })).isError, true);
  });
}

const NAMED: readonly [$schema: string, schema: Schema][] = [
  ["http://json-schema.org/draft-07/schema#", { dependencies: { a: ["b"] } }],
  ["http://json-schema.org/draft-06/schema#", { required: ["b"] }],
  ["https://json-schema.org/draft/2019-09/schema", { dependentRequired: { a: ["b"] } }],
  ["https://json-schema.org/draft/2020-12/schema", { dependentRequired: { a: ["b"] } }],
];

for (const [$schema, schema] of NAMED) {
  Deno.test(`arguments are checked by the dialect of ${$schema}`, async () => {
    const tool = await makeTool(source({ $schema, type: "object", ...schema }));
    assertEquals((await tool.execute({ a: 1, b: 1 })).isError, false);
    assertEquals((await tool.execute({ a: 1 })).isError, true);
  });
}

Deno.test("two schemas with one $id do not get mixed up", async () => {
  const schemas = ["string", "number"].map((type) => ({
    $id: "https://x/",
    type: "object",
    properties: { a: { type } },
  }));
  const connections = schemas.map((schema, index) => ({ ...source(schema), id: `s${index}` }));
  const tools = await createMcpTools({ connections });
  assertEquals((await tools.s0__read?.execute({ a: "x" }))?.isError, false);
  assertEquals((await tools.s1__read?.execute({ a: 1 }))?.isError, false);
});

Deno.test("a schema that cannot be used is left to the server", async () => {
  const unusable = [{ $ref: "https://example.com/a.json" }, { pattern: "(" }, { type: "nonsense" }, {
    format: "made-up",
  }];
  for (const value of unusable) {
    const connection = source({ type: "object", properties: { value } });
    assertEquals((await (await makeTool(connection)).execute({ value: 1 })).isError, false);
    assertEquals(connection.calls, [["read", { value: 1 }]]);
  }
});

Deno.test("what fails is a result that a model can act on", async () => {
  const connection = source(ANY, () => {
    throw new McpServerError("call_timeout", "no answer within 1000 ms");
  });
  assertEquals(await (await makeTool(connection)).execute({}), {
    content: [text("no answer within 1000 ms")],
    isError: true,
  });
  const failing = source(ANY, () => ({ content: [text("no such file")], isError: true }));
  assertEquals((await (await makeTool(failing)).execute({})).isError, true);
});

Deno.test("the abortSignal of the agent gives the call up", async () => {
  const connection = source(
    ANY,
    (_args, signal) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const controller = new AbortController();
  const call = (await makeTool(connection)).execute({}, { abortSignal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 10);
  await assertRejects(() => call, Error, "enough");
});

Deno.test("a call that needs approval waits for a person, who sees tool and arguments", async () => {
  const asked: McpToolCall[] = [];
  const connection = source(ANY);
  const tool = await makeTool(connection, {
    approval: ({ args }) => args.path === "/etc",
    onApproval: (call) => {
      asked.push(call);
      return { approved: false, reason: "not there" };
    },
  });
  assertEquals(tool.needsApproval, undefined);
  assertEquals((await tool.execute({ path: "/tmp" })).isError, false);
  assertEquals(asked, []);
  assertEquals(await tool.execute({ path: "/etc" }), {
    content: [text("files__read was not called: a person declined it: not there")],
    isError: true,
  });
  assertEquals(asked, [{ name: "files__read", server: "files", tool: "read", args: { path: "/etc" } }]);
  assertEquals(connection.calls.length, 1);
});

for (const decision of [undefined, null, "yes", 1, {}, { approved: "yes" }, false]) {
  Deno.test(`the decision ${Deno.inspect(decision)} is no approval`, async () => {
    const connection = source(ANY);
    const tool = await makeTool(connection, { approval: true, onApproval: () => decision as boolean });
    assertEquals((await tool.execute({})).isError, true);
    assertEquals(connection.calls, []);
  });
}

Deno.test("without onApproval the AI SDK is told which calls need approval", async () => {
  const always = await makeTool(source(ANY), { approval: true });
  assertEquals(await always.needsApproval?.({}), true);
  const some = await makeTool(source(ANY), { approval: ({ args }) => Promise.resolve(args.path === "/etc") });
  assertEquals([await some.needsApproval?.({ path: "/etc" }), await some.needsApproval?.({})], [true, false]);
  assertEquals((await makeTool(source(ANY), { approval: false })).needsApproval, undefined);
});

Deno.test("a long result is cut, and the whole text kept in a file that only this user can read", async () => {
  const resultDir = await Deno.makeTempDir();
  try {
    const long = `${"🦕".repeat(400)}end`;
    const content = [text(long), text("more"), {
      type: "resource",
      resource: { uri: "file:///a", text: "a" },
    }];
    const tool = await makeTool(source(ANY, () => ({ content, isError: false })), {
      maxResultChars: 300,
      resultDir,
    });
    const { content: [part, ...rest], files, isError } = await tool.execute({});
    assertEquals([rest, isError, files?.length], [[], false, 1]);
    const [file = ""] = files ?? [];
    const shown = String(part?.text);
    assertMatch(
      shown,
      /^(🦕)+\n\n\[This is the beginning of 823 characters\. The whole text is in the file .*\.txt\.\]$/u,
    );
    assertStringIncludes(shown, file);
    assertEquals(await Deno.readTextFile(file), `${long}\n\nmore\n\nfile:///a:\na`);
    if (Deno.build.os !== "windows") assertEquals(0o777 & ((await Deno.stat(file)).mode ?? 0), 0o600);
  } finally {
    await Deno.remove(resultDir, { recursive: true });
  }
});

Deno.test("a result of just the limit is left as it is", async () => {
  const tool = await makeTool(source(ANY, () => ({ content: [text("x".repeat(300))], isError: false })), {
    maxResultChars: 300,
    resultDir: "/nowhere/at/all",
  });
  assertEquals(await tool.execute({}), { content: [text("x".repeat(300))], isError: false });
});

Deno.test("a file that cannot be written is told in the result", async () => {
  const tool = await makeTool(source(ANY, () => ({ content: [text("x".repeat(1_000))], isError: false })), {
    maxResultChars: 300,
    resultDir: "/dev/null/results",
  });
  const { content: [part], files } = await tool.execute({});
  assertStringIncludes(String(part?.text), "could not be kept (");
  assertEquals(files, undefined);
});

const IMAGE = { type: "image", data: btoa("pixels"), mimeType: "image/png" };

Deno.test("data is kept in files and named, unless it is wanted", async () => {
  const resultDir = await Deno.makeTempDir();
  try {
    const blob = {
      type: "resource",
      resource: { uri: "x:y", blob: btoa("bytes"), mimeType: "application/octet-stream" },
    };
    const content = [text("see"), IMAGE, { type: "audio", data: "!!!", mimeType: "audio/wav" }, blob];
    const tool = await makeTool(source(ANY, () => ({ content, isError: false })), { resultDir });
    const { content: parts, files } = await tool.execute({});
    assertEquals(files?.map((file) => file.replace(/^.*\./, "")), ["png", "txt", "bin"]);
    assertEquals(await Deno.readTextFile(files?.[0] ?? ""), "pixels");
    assertEquals(parts[1], text(`[image/png of 6 bytes, which is in the file ${files?.[0]}]`));
    const inline = await makeTool(source(ANY, () => ({ content, isError: false })), { inlineMedia: true });
    assertEquals(await inline.execute({}), { content, isError: false });
  } finally {
    await Deno.remove(resultDir, { recursive: true });
  }
});

Deno.test("toModelOutput() gives text, an error as one, and data in parts", async () => {
  const tool = await makeTool(source(ANY));
  const link = { type: "resource_link", uri: "file:///a", name: "a" };
  assertEquals(tool.toModelOutput({ output: { content: [text("a"), link], isError: false } }), {
    type: "text",
    value: `a\n\n${JSON.stringify(link)}`,
  });
  assertEquals(tool.toModelOutput({ output: { content: [text("no")], isError: true } }), {
    type: "error-text",
    value: "no",
  });
  assertEquals(tool.toModelOutput({ output: { content: [text("a"), IMAGE], isError: false } }), {
    type: "content",
    value: [{ type: "text", text: "a" }, { type: "image-data", data: IMAGE.data, mediaType: "image/png" }],
  });
  assertEquals(tool.toModelOutput({ output: undefined }), { type: "text", value: "" });
});
