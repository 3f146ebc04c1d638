import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseDefinition } from "../../../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../../../src/errors.ts";
import { toChanges } from "../../../../fixtures/desktop/run_samples.ts";
import { makeVisitor, NOW, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

const ID = "demo-0001";
const UUID = "11111111-1111-4111-8111-111111111111";

/** A visitor of a project with two entrypoints. */
async function visit(workflow: Readonly<Record<string, unknown>> = {}): Promise<Visitor> {
  const visitor = await makeVisitor();
  const dir = `${visitor.dir}/project`;
  await Deno.mkdir(dir);
  await Deno.writeTextFile(
    `${dir}/package.json`,
    JSON.stringify({ id: UUID, name: "demo", projectType: "workflow", workflow }),
  );
  await Deno.writeTextFile(`${dir}/workflow.ts`, "");
  visitor.database.addProject({
    id: ID,
    projectId: UUID,
    name: "demo",
    dir,
    addedAt: NOW,
    allowInheritEnv: [],
    allowRead: [],
  });
  const params = {
    prompt: { type: "string", required: true, description: "What to look for" },
    count: { type: "number", default: 3 },
    tags: { type: "string", multiple: true },
    mode: { type: "string", options: ["fast", "deep"] },
  };
  visitor.hosts.specs = {
    [ID]: parseDefinition({
      entrypoints: {
        main: { title: "Main task", params, run: true },
        other: { title: "Other task", resolveParams: true, params: { mode: params.mode }, run: true },
      },
    }),
  };
  return visitor;
}

Deno.test("the Run tab has a form for each entrypoint, with help and defaults", async () => {
  await using visitor = await visit();
  const { text } = await visitor.get(`/projects/${ID}`);
  assertStringIncludes(text, "Other task");
  assertStringIncludes(text, "What to look for");
  assertStringIncludes(text, 'type="number"');
  assertStringIncludes(text, 'value="3"');
});

Deno.test("the Run tab begins a run with what was entered, and leads to it", async () => {
  await using visitor = await visit();
  const { status, headers } = await visitor.post(`/projects/${ID}/run`, {
    entrypoint: "main",
    do: "run",
    "value.prompt": "hi",
    "value.count": "7",
    "value.tags": ["a", "", "b"],
  });
  assertEquals(status, 303);
  assertEquals(headers.get("location"), "/runs/20260101-new1");
  assertEquals(visitor.hosts.started, [
    { project: ID, entrypoint: "main", values: { prompt: "hi", count: 7, tags: ["a", "b"] } },
  ]);
});

Deno.test("a run that is refused shows each fault at its field, and keeps what was entered", async () => {
  await using visitor = await visit();
  const faults = [{ path: "prompt", reason: "must not be rude" }];
  visitor.hosts.fault = new WorkflowError("invalid_arguments", "Invalid", { faults });
  const { status, text } = await visitor.post(`/projects/${ID}/run`, {
    entrypoint: "main",
    do: "run",
    "value.prompt": "you fool",
  });
  assertEquals(status, 422);
  assertStringIncludes(text, '<p class="fault" id="p-prompt-fault">must not be rude</p>');
  assertStringIncludes(text, '<a href="#p-prompt">prompt</a>');
  assertStringIncludes(text, "you fool");
});

Deno.test("what was left in the form is there again, and no default of the tool until somebody says so", async () => {
  await using visitor = await visit();
  await visitor.post(`/projects/${ID}/draft`, { entrypoint: "main", "value.prompt": "left here" });
  assertStringIncludes((await visitor.get(`/projects/${ID}`)).text, "left here");
  assertEquals(visitor.database.defaults(ID).size, 0);
  await visitor.post(`/projects/${ID}/run`, { entrypoint: "main", do: "defaults", "value.prompt": "kept" });
  assertEquals(visitor.database.defaults(ID).get("main"), { prompt: "kept" });
  assertEquals(visitor.hosts.started, []);
  await visitor.post(`/projects/${ID}/clear-defaults`, { entrypoint: "main" });
  assertEquals(visitor.database.defaults(ID).size, 0);
});

Deno.test("a list gets another line without a script, and nothing is started", async () => {
  await using visitor = await visit();
  const { text } = await visitor.post(`/projects/${ID}/run`, {
    entrypoint: "main",
    more: "tags",
    "value.tags": "a",
  });
  assertEquals([...text.matchAll(/name="value.tags"/g)].length, 3);
  assertEquals(visitor.hosts.started, []);
});

Deno.test("the Run tab offers the choices that the workflow works out", async () => {
  await using visitor = await visit();
  visitor.hosts.options = { mode: [{ value: "only", label: "The only one" }] };
  const { text } = await visitor.get(`/projects/${ID}?entrypoint=other`);
  assertStringIncludes(text, "The only one");
  assertEquals(text.includes("deep"), false);
});

Deno.test("the Run tab asks a workflow for its choices once for several refreshes, and anew when told to", async () => {
  await using visitor = await visit();
  await visitor.get(`/projects/${ID}?entrypoint=other`);
  await visitor.get(`/projects/${ID}?entrypoint=other`);
  assertEquals(visitor.hosts.resolved, 1);
  await visitor.post(`/projects/${ID}/run`, { entrypoint: "other", do: "options" });
  assertEquals(visitor.hosts.resolved, 2);
});

Deno.test("the address of a form leads whoever reloads it to where the form is", async () => {
  await using visitor = await visit();
  const { status, headers } = await visitor.get(`/projects/${ID}/run?entrypoint=other`);
  assertEquals([status, headers.get("location")], [303, `/projects/${ID}?entrypoint=other`]);
  assertEquals(
    (await visitor.get(`/projects/${ID}/allow`)).headers.get("location"),
    `/projects/${ID}/settings`,
  );
});

Deno.test("the Run tab can begin with the input of a run", async () => {
  await using visitor = await visit();
  visitor.database.record(
    toChanges({
      runId: "20260101-old1",
      status: "failed",
      startedAt: NOW - 1,
      input: { prompt: "once more", count: 9 },
    }),
  );
  const { text } = await visitor.get(`/projects/${ID}?from=20260101-old1`);
  assertStringIncludes(text, "once more");
  assertStringIncludes(text, 'value="9"');
});

Deno.test("a project that cannot be opened says why on its Run tab", async () => {
  await using visitor = await visit();
  visitor.hosts.specFault = new WorkflowError("bundle_failed", "workflow.ts:3:7 Unexpected }");
  const { status, text } = await visitor.get(`/projects/${ID}`);
  assertEquals(status, 200);
  assertStringIncludes(text, "workflow.ts:3:7");
});

Deno.test("the Settings tab shows what the manifest asks for, and grants only that", async () => {
  await using visitor = await visit({
    inheritEnvironment: ["TOKEN_A", "REGION"],
    permissions: { read: ["/etc"], net: ["api.example.com"] },
  });
  const { text } = await visitor.get(`/projects/${ID}/settings`);
  for (const asked of ["TOKEN_A", "REGION", "/etc", "api.example.com"]) assertStringIncludes(text, asked);
  assertEquals(text.includes("checked"), false);
  await visitor.post(`/projects/${ID}/allow`, { env: ["REGION", "HOME"], read: ["/etc", "/root"] });
  const project = visitor.database.project(ID);
  assertEquals([project?.allowInheritEnv, project?.allowRead], [["REGION"], ["/etc"]]);
  await visitor.post(`/projects/${ID}/allow`);
  assertEquals(visitor.database.project(ID)?.allowInheritEnv, []);
});

Deno.test("the Settings tab offers to grant what the project's MCP servers inherit", async () => {
  await using visitor = await visit({ mcpServers: ["tools"] });
  const file = `${visitor.dir}/servers.json`;
  await Deno.writeTextFile(
    file,
    JSON.stringify([{
      id: "tools",
      command: ["/bin/cat"],
      inheritEnvironment: ["TOOLS_TOKEN", "OTHER_TOKEN"],
    }]),
  );
  await visitor.post(`/projects/${ID}/allow`, { "mcp-servers": file });
  const { text } = await visitor.get(`/projects/${ID}/settings`);
  for (const key of ["TOOLS_TOKEN", "OTHER_TOKEN"]) assertStringIncludes(text, `value="${key}"`);
  await visitor.post(`/projects/${ID}/allow`, { "mcp-servers": file, env: ["TOOLS_TOKEN", "OTHER_TOKEN"] });
  assertEquals(visitor.database.project(ID)?.allowInheritEnv, ["TOOLS_TOKEN", "OTHER_TOKEN"]);
  assertEquals((await visitor.get(`/projects/${ID}/settings`)).text.includes("no longer asked for"), false);
});

Deno.test("a file with MCP servers that is none is told before anything is granted", async () => {
  await using visitor = await visit({ mcpServers: ["tools"], inheritEnvironment: ["REGION"] });
  const fields = { "mcp-servers": `${visitor.dir}/none.json`, env: ["REGION"] };
  const { status, text } = await visitor.post(`/projects/${ID}/allow`, fields);
  assertEquals(status, 422);
  assertStringIncludes(text, "none.json");
  assertEquals(visitor.database.project(ID)?.allowInheritEnv, []);
});

Deno.test("a project is removed only by somebody who is sure", async () => {
  await using visitor = await visit();
  assertEquals((await visitor.post(`/projects/${ID}/remove`)).status, 422);
  assert(visitor.database.project(ID));
  assertEquals((await visitor.post(`/projects/${ID}/remove`, { sure: "yes" })).status, 303);
  assertEquals(visitor.database.project(ID), undefined);
});
