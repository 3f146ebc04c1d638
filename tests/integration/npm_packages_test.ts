import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { prepareProject } from "../../scripts/demo/prepare_project.ts";
import { type JsonResult, runJson } from "./harness/project_command.ts";

const SAMPLE = new URL("../projects/npm-packages/", import.meta.url);

/** What each package of the sample gives. */
const EXPECTED: Readonly<Record<string, unknown>> = {
  ajv: [true, false, "/n"],
  async: [2, 4, 6],
  axios: [{ who: "axios", body: { n: 1 } }, 404],
  bluebird: [2, 3],
  chalk: ["plain", "\x1b[31mred\x1b[39m"],
  cheerio: "two",
  commander: [{ number: "5" }, ["a.txt"]],
  "csv-parse": [[{ name: "Ada", note: "a, b" }], [["a", "b"]]],
  "date-fns": "2026-03-01",
  dayjs: "2026-02-28",
  debug: true,
  dotenv: { A: "1", B: "two words" },
  ejs: "1;&lt;;",
  express: "Hello Ada",
  "fast-xml-parser": { a: { b: 2, "@_id": "1" } },
  "form-data": ["multipart/form-data", true],
  "fs-extra": [{ kept: true }, false],
  glob: ["data.ts", "network.ts", "system.ts", "workflow.ts"],
  got: { who: "got", body: { n: 2 } },
  graphql: { hello: "Hello Ada" },
  handlebars: "1;&lt;;",
  "iconv-lite": ["Zürich", 4],
  immer: [{ list: [1] }, { list: [1, 2] }],
  "js-yaml": [{ a: [1, "two"] }, "b: true\n"],
  jsonwebtoken: { sub: "ada" },
  jszip: "zipped",
  ky: { who: "ky", body: { n: 3 } },
  lodash: [[[1, 2], [3]], { "1": ["a"], "2": ["bb"] }, "function"],
  "lru-cache": ["c", "b"],
  luxon: "2026-01-31T09:00:00.000Z",
  marked: "<h1>One <em>two</em></h1>\n",
  "mime-types": ["application/pdf", "csv"],
  minimist: { _: [], a: 1, b: "c" },
  moment: "February 28, 2026",
  nanoid: [21, "aaa"],
  "node-fetch": "Hello Grace",
  nodemailer: "Hi",
  openai: "Hello",
  "p-limit": [2, 4],
  papaparse: [{ a: "1", b: "2" }],
  "pdf-lib": [1, 300],
  pg: ["ECONNREFUSED", "'it''s'"],
  pino: 30,
  qs: [{ a: { b: "1", c: "2" } }, "x%5B0%5D=1&x%5B1%5D=2"],
  ramda: 6,
  rxjs: 12,
  semver: [true, "1.3.0"],
  tslib: { b: 2 },
  underscore: [1, 2],
  undici: [200, "Hello Alan"],
  uuid: [true, "cfbff0d1-9375-5685-968c-48ce8b15ae17"],
  winston: 1,
  ws: "echo hello",
  yaml: [{ a: [1], b: [1] }, "c: d\n"],
  zod: [{ total: 12.5 }, false, "object"],
};

let running: Promise<JsonResult> | undefined;

/** The one run in which every package is used. */
function run(): Promise<JsonResult> {
  running ??= installAndRun();
  return running;
}

async function installAndRun(): Promise<JsonResult> {
  await using project = await prepareProject(fromFileUrl(SAMPLE));
  return await runJson(project, ["all"]);
}

for (const [name, expected] of Object.entries(EXPECTED)) {
  Deno.test(`the npm package ${name} is imported and works in a run`, async () => {
    const { report, stderr } = await run();
    const node = report.nodes.find(({ id }) => id === name);
    const output = report.result.data.output as Record<string, unknown> | null;
    assertEquals(
      { failure: report.error ?? node?.error, output: output?.[name] },
      { failure: undefined, output: expected },
      stderr,
    );
  });
}

Deno.test("what npm's loggers write is the run's log", async () => {
  const { report, stderr } = await run();
  assertStringIncludes(stderr, `[${report.runId}] {"level":30,"a":1,"msg":"pino logs"}\n`);
  assertStringIncludes(stderr, `[${report.runId}] warn: winston logs {"a":1}\n`);
  assertStringIncludes(stderr, "workflow:test debug logs\n");
});

Deno.test("every package of the sample is tested", async () => {
  const { dependencies } = JSON.parse(await Deno.readTextFile(new URL("package.json", SAMPLE)));
  assertEquals(Object.keys(dependencies), Object.keys(EXPECTED));
});
