import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { readManifest } from "../../../../src/project/manifest.ts";
import { bindRelatedProjects } from "../../../../src/project/related/bind_related_projects.ts";
import { makeProject, MANIFEST, manifestWith, PROJECT_ID } from "../temp_project.ts";

const BILLING_ID = "22222222-2222-4222-8222-222222222222";
const BILLING = { ...MANIFEST, id: BILLING_ID, name: "billing" };
const BACK = { workflow: { related: { triage: { id: PROJECT_ID } } } };

/** Binds aliases of a project that relates to `billing` and `crm` to folders beside it. */
async function bind(files: Record<string, string>, dirs: Record<string, string>) {
  const related = { billing: { id: BILLING_ID }, crm: { id: BILLING_ID } };
  await using project = await makeProject({
    "package.json": manifestWith({ workflow: { related } }),
    ...Object.fromEntries(
      Object.entries(files).flatMap(([dir, manifest]) => [
        [`../${dir}/package.json`, manifest],
        [`../${dir}/main.ts`, ""],
        [`../${dir}/workflow.ts`, ""],
      ]),
    ),
  });
  const root = join(project.dir, "..");
  const given = new Map(Object.entries(dirs).map(([alias, dir]) => [alias, join(root, dir)]));
  try {
    return await bindRelatedProjects(await readManifest(project.dir), given);
  } catch (error) {
    if (error instanceof WorkflowError) error.message = error.message.replaceAll(root, "");
    throw error;
  }
}

Deno.test("bindRelatedProjects() binds a project when either manifest has a relation to the other", async () => {
  const bound = await bind({ b: JSON.stringify({ ...BILLING, ...BACK }) }, { billing: "b", crm: "b" });
  assertEquals(bound.map(({ alias, manifest }) => [alias, manifest.name]), [["billing", "billing"], [
    "crm",
    "billing",
  ]]);
});

const REFUSED: readonly [
  what: string,
  files: Record<string, string>,
  dirs: Record<string, string>,
  code: string,
  message: string,
][] = [
  [
    "an alias that the manifest does not have, and names the nearest",
    {},
    { biling: "b" },
    "usage",
    'Cannot bind related project "biling" to /b: the manifest of sample has no relation "biling"; did you mean "billing"?',
  ],
  [
    "an alias that resembles none, and names all",
    {},
    { x: "b" },
    "usage",
    'Cannot bind related project "x" to /b: the manifest of sample has no relation "x"; it has billing, crm',
  ],
  [
    "a folder that is not there",
    {},
    { billing: "b" },
    "invalid_project",
    'Cannot bind related project "billing" to /b: Cannot open project /b: there is no such folder',
  ],
  [
    "a folder that has no workflow project",
    { b: JSON.stringify({ ...BILLING, projectType: "kanban" }) },
    { billing: "b" },
    "invalid_project",
    'Cannot bind related project "billing" to /b: Cannot open project: /b/package.json: projectType: found "kanban", ' +
    'expected "workflow": only workflow projects are served; kanban projects are not served',
  ],
  [
    "a project with another id than this manifest names",
    { b: JSON.stringify({ ...BILLING, ...BACK, id: BILLING_ID.replaceAll("2", "3") }) },
    { billing: "b" },
    "invalid_project",
    'Cannot bind related project "billing" to /b: workflow.related.billing.id in /project/package.json is ' +
    `${BILLING_ID}, and the project there has the id ${BILLING_ID.replaceAll("2", "3")}`,
  ],
  [
    "a project without a relation back",
    { b: JSON.stringify(BILLING) },
    { billing: "b" },
    "invalid_project",
    'Cannot bind related project "billing" to /b: /b/package.json has no relation back: expected in it "workflow": ' +
    `{ "related": { "<alias>": { "id": "${PROJECT_ID}" } } }`,
  ],
  [
    "two folders of one project",
    { b: JSON.stringify({ ...BILLING, ...BACK }), c: JSON.stringify({ ...BILLING, ...BACK }) },
    { billing: "b", crm: "c" },
    "invalid_project",
    'Cannot bind related project "crm" to /c: found there the project that "billing" is bound to in /b, expected one ' +
    "folder for it",
  ],
];

for (const [what, files, dirs, code, message] of REFUSED) {
  Deno.test(`bindRelatedProjects() refuses ${what}`, async () => {
    const error = await assertRejects(() => bind(files, dirs), WorkflowError);
    assertEquals([error.code, error.message], [code, message]);
  });
}

Deno.test("bindRelatedProjects() says what is missing on both sides", async () => {
  const other = JSON.stringify({ ...BILLING, id: BILLING_ID.replaceAll("2", "3") });
  const error = await assertRejects(() => bind({ b: other }, { billing: "b" }), WorkflowError);
  assertEquals(error.message.split("\n").length, 3);
});
