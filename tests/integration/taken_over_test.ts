import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { openProject } from "../../src/project/open_project.ts";
import { EXECUTOR_ARGUMENT } from "../../src/run/executor_command.ts";
import { RunService } from "../../src/run/run_service.ts";
import { openHostJournal } from "../../src/store/journal/host_journal.ts";
import { executable } from "./harness/executable.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

/** The runs of a project as a host of its own has them, with executors of the executable. */
function openService({ dir, dataDir }: TempProject): RunService {
  const project = openProject(dir, { env: {}, cacheDir: join(dataDir, "cache") });
  return new RunService({
    projectId: project.then(({ manifest }) => manifest.id),
    project: {
      setup: project.then(({ hidesDotEnv, grants: { env, read, net, sys } }) => ({
        projectDir: dir,
        dataDir,
        stores: {
          kv: join(dataDir, "kv"),
          values: join(dataDir, "values"),
          created: join(dataDir, "created"),
        },
        env,
        read,
        net,
        sys,
        hidesDotEnv,
      })),
      bundle: project.then((opened) => opened.bundle()),
    },
    command: [executable(), EXECUTOR_ARGUMENT],
    hostEnv: {},
    openJournal: () => openHostJournal(dataDir),
    importFile: () => Promise.reject(new Error("There are no files")),
    mcpServers: Promise.resolve([]),
    answerCall: () => Promise.reject(new Error("No run asks")),
    isBound: () => Promise.resolve(false),
    maxConcurrency: 2,
    idleMs: 60_000,
    onLog: () => {},
  });
}

Deno.test("a host whose run was taken over, and asks something else since, goes on with it as the journal has it", async () => {
  await using project = await makeMain(`
const first = await ctx.approve("first", { title: "First?" });
const second = await ctx.approve("second", { title: "Second?" });
return [first.reason, second.reason];`);
  const [one, other] = [openService(project), openService(project)];
  try {
    const { entrypoints: [entrypoint] } = await one.describe();
    assert(entrypoint);
    const begun = await one.start({ entrypoint, values: {} });
    assert(begun.status === "waiting");
    const { runId } = begun.report;
    const answer = (reason: string) => ({ action: "accept", values: { approved: true, reason } }) as const;
    const elsewhere = await other.answer({ runId, key: begun.request.key, answer: answer("a") });
    assert(elsewhere.status === "waiting");
    assertEquals(elsewhere.request.id, "second");
    const ended = await one.answer({ runId, key: elsewhere.request.key, answer: answer("b") });
    assert(ended.status === "ended");
    assertEquals([ended.report.status, ended.report.result.data.output], ["success", ["a", "b"]]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

Deno.test("a run that waits in its journal can be cancelled by whoever comes to it, once", async () => {
  await using project = await makeMain(`return await ctx.approve("go", { title: "Go?" });`);
  const [one, other] = [openService(project), openService(project)];
  try {
    const { entrypoints: [entrypoint] } = await one.describe();
    assert(entrypoint);
    const begun = await one.start({ entrypoint, values: {} });
    assert(begun.status === "waiting");
    const { runId } = begun.report;
    assertEquals(other.cancelWaiting(runId)?.report.status, "cancelled");
    assertEquals(other.cancelWaiting(runId), undefined);
    const stored = other.journal.get(runId);
    assertEquals([stored?.status, stored?.report?.status], ["cancelled", "cancelled"]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

Deno.test("a run that ends takes along the runs that it called and that wait in the journal, and theirs", async () => {
  await using project = await makeMain(`return await ctx.approve("go", { title: "Go?" });`);
  const [one, other] = [openService(project), openService(project)];
  try {
    const { entrypoints: [entrypoint] } = await one.describe();
    assert(entrypoint);
    const ids: string[] = [];
    for (const key of ["", "step", "step"]) {
      const runId = ids.at(-1);
      const parent = runId === undefined ? {} : { parent: { runId, key } };
      const { report } = await one.start({ entrypoint, values: {}, ...parent });
      ids.push(report.runId);
    }
    other.cancelWaiting(ids[0] ?? "");
    const { journal } = other;
    assertEquals(ids.map((id) => journal.get(id)?.status), ["cancelled", "cancelled", "cancelled"]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
