import { assertEquals } from "@std/assert";
import type { ParamValues } from "../../../../../src/core/spec.ts";
import { toChanges, toField, toNode, toRequest } from "../../../../fixtures/desktop/run_samples.ts";
import { makeVisitor, NOW, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

/** Ends a text, an attribute, a title, a textarea and a style, and begins a script. */
const EVIL =
  `'"></title></textarea></style></script></svg><script>alert(1)</script><img src=x onerror=alert(2)>`;
const PROJECT = { id: "demo-0001", projectId: "11111111-1111-4111-8111-111111111111", name: EVIL };

async function storeEvil({ database, hosts, dir }: Visitor): Promise<void> {
  const home = `${dir}/${EVIL.replaceAll("/", "")}`;
  await Deno.mkdir(home);
  await Deno.writeTextFile(
    `${home}/package.json`,
    JSON.stringify({
      id: PROJECT.projectId,
      name: EVIL,
      projectType: "workflow",
      workflow: { permissions: { read: [`/${EVIL}`] } },
    }),
  );
  await Deno.writeTextFile(`${home}/workflow.ts`, "");
  const project = {
    ...PROJECT,
    dir: home,
    addedAt: NOW,
    allowInheritEnv: [EVIL],
    allowRead: [EVIL],
    mcpServersFile: `/${EVIL}`,
  };
  database.addProject(project);
  database.saveDraft(PROJECT.id, EVIL, { [EVIL]: EVIL });
  const param = { name: EVIL, title: EVIL, description: EVIL, required: true };
  const params = [
    toField({ ...param, type: "string", default: EVIL }),
    toField({ ...param, type: "string", options: [{ value: EVIL, label: EVIL }] }),
    toField({
      ...param,
      type: "checkboxes",
      options: Array.from({ length: 9 }, () => ({ value: EVIL, label: EVIL })),
    }),
    toField({ ...param, type: "string", multiple: true, pattern: EVIL }),
    toField({ ...param, type: "file" }),
    toField({ ...param, type: "string", secret: true }),
  ];
  hosts.specs = {
    [PROJECT.id]: {
      entrypoints: [EVIL, "other"].map((id) => ({
        id,
        title: EVIL,
        description: EVIL,
        timeout: 1,
        dynamic: true,
        params,
      })),
    },
  };
  hosts.options = { [EVIL]: [{ value: EVIL, label: EVIL }] };
  const kinds = ["ask", "approve"] as const;
  hosts.asked = {
    "20260101-wait": kinds.map((kind) =>
      toRequest({ id: `${EVIL}${kind}`, kind, message: EVIL, fields: params })
    ),
  };
  const values: ParamValues = { [EVIL]: EVIL };
  const at = NOW - 1000;
  const file = { id: "a".repeat(64), name: EVIL, size: 1, mediaType: EVIL, path: EVIL };
  const common = {
    project: PROJECT,
    entrypointId: EVIL,
    title: EVIL,
    startedAt: at,
    input: { [EVIL]: EVIL },
    output: { [EVIL]: EVIL, list: [EVIL], table: [{ [EVIL]: EVIL }], file },
    nodes: [
      toNode(EVIL, [at, 10], { error: { message: EVIL } }),
      toNode("inner", [at, 5], { parent: EVIL, title: EVIL }),
    ],
    edges: [{ from: EVIL, to: "inner" }],
    logs: [{ stream: "info", node: EVIL, text: EVIL }] as const,
    interactions: [{
      id: EVIL,
      kind: "ask",
      message: EVIL,
      fields: params,
      askedAt: new Date(at).toISOString(),
      answeredAt: null,
      action: null,
      values: null,
    }] as const,
  };
  const location = { file: EVIL, line: 1, column: 1 };
  database.record([
    ...toChanges({
      ...common,
      runId: "20260101-fail",
      status: "failed",
      error: { code: "run_failed", message: EVIL, location },
    }),
    ...toChanges({ ...common, runId: "20260101-wait", status: "waiting_for_input" }),
    ...toChanges({
      ...common,
      runId: "refused-1",
      status: "refused",
      error: { code: "run_failed", message: EVIL },
    }),
    {
      type: "submitted",
      runId: "20260101-fail",
      submission: { key: EVIL, id: EVIL, action: "accept", values, at },
    },
  ]);
}

Deno.test("nothing that a workflow, a client or a person says becomes markup on any page", async () => {
  await using visitor = await makeVisitor();
  await storeEvil(visitor);
  const run = `/runs/20260101-fail`;
  const evil = encodeURIComponent(EVIL);
  const paths = [
    "/",
    `/?q=${evil}&project=${evil}&status=${evil}&cursor=${evil}&done=${evil}`,
    "/settings",
    ...[
      "",
      "/history",
      "/mcp",
      "/settings",
      "?from=20260101-fail",
      `?entrypoint=${evil}`,
      `/history?q=${evil}`,
    ]
      .map((rest) => `/projects/${PROJECT.id}${rest}`),
    ...["", "/diagram", "/logs", "/input", `/logs?step=${evil}&stream=${evil}`].map((rest) =>
      `${run}${rest}`
    ),
    "/runs/20260101-wait",
    "/runs/refused-1",
    `/runs/${evil}`,
    `/projects/${evil}`,
    `/${evil}`,
  ];
  for (const path of paths) {
    const { text } = await visitor.get(path);
    assertEquals(text.includes("<script>alert"), false, path);
    assertEquals(text.includes("<img"), false, path);
    assertEquals(/<[^>]*\sonerror=/.test(text.replaceAll(/"[^"]*"/g, '""')), false, path);
    // Nor does it need to be: no page has code or styles of its own.
    assertEquals(text.match(/<script(?! src="\/assets\/)/g), null, path);
    assertEquals(/<style|\sstyle=|\son\w+="/.test(text.replaceAll(/"[^"]*&[^"]*"/g, '""')), false, path);
  }
});

Deno.test("refused forms show what was entered as text", async () => {
  await using visitor = await makeVisitor();
  await storeEvil(visitor);
  visitor.hosts.fault = new Error(EVIL);
  const pages = await Promise.all([
    visitor.post("/projects", { dir: EVIL }),
    visitor.post("/settings", { keepRunsDays: EVIL }),
    visitor.post("/runs/20260101-wait/answer", { key: `${EVIL}ask`, do: "accept", [`value.${EVIL}`]: EVIL }),
    visitor.post("/runs/20260101-wait/cancel"),
    visitor.post(`/projects/${PROJECT.id}/allow`, { "mcp-servers": EVIL }),
  ]);
  for (const { text, status } of pages) {
    assertEquals(status, 422);
    assertEquals(text.includes("<script>alert") || text.includes("<img"), false);
  }
});
