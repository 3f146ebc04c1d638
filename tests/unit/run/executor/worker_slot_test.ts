import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { toBundleDir, WorkerSlot } from "../../../../src/run/executor/worker_slot.ts";
import { PROTOCOL_VERSION } from "../../../../src/run/protocol.ts";

const HANGS = "await new Promise(() => {});\nexport default {};\n";
const BURNS = "const end = Date.now() + 6_000;\nwhile (Date.now() < end);\nexport default {};\n";
const LATE = /^The project did not finish loading within 3 s: an `await` at the top level/;
const NO_RUN = {
  onEvent: () => {},
  onStep: () => {},
  onAnswer: () => {},
  onAsk: () => {},
  onStore: () => Promise.resolve(null),
  onHostCall: () => {},
};

Deno.test("a module that never finishes loading is given up, and what asked for it learns why", async () => {
  await withSlot(HANGS, async (slot, isStuck) => {
    const error = await assertRejects(() => slot.loaded, WorkflowError);
    assertEquals(error.code, "invalid_definition");
    assertMatch(error.message, LATE);
    await delay(500);
    assertEquals(isStuck(), false);
  });
});

Deno.test("a module that never returns is given up, and may go on burning its processor", async () => {
  await withSlot(BURNS, async (slot, isStuck) => {
    assertMatch((await assertRejects(() => slot.loaded, WorkflowError)).message, LATE);
    await delay(500);
    assertEquals(isStuck(), true);
  });
});

Deno.test("a run whose worker never finishes loading fails, and says why", async () => {
  await withSlot(HANGS, async (slot) => {
    const run = () =>
      slot.run({
        runId: "20260828-abcd",
        owner: "test",
        entrypointId: "main",
        values: {},
        files: {},
        answers: [],
        replay: { steps: [], answers: [] } as never,
      }, NO_RUN);
    assertMatch((await assertRejects(run, WorkflowError)).message, LATE);
  });
});

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Gives a worker 3 seconds, of which its own start takes some, to load a bundle. */
async function withSlot(
  bundle: string,
  use: (slot: WorkerSlot, isStuck: () => boolean) => Promise<void>,
): Promise<void> {
  // A worker whose modules were never compiled takes seconds to start.
  await openSlot("export default 1;\n", 60_000, (slot) => assertRejects(() => slot.loaded, WorkflowError));
  await openSlot(bundle, 3_000, use);
}

async function openSlot(
  bundle: string,
  loadLimitMs: number,
  use: (slot: WorkerSlot, isStuck: () => boolean) => Promise<unknown>,
): Promise<void> {
  const root = await Deno.makeTempDir();
  let stuck = false;
  try {
    const path = join(toBundleDir(root), "bundle.js");
    await Deno.mkdir(toBundleDir(root));
    await Deno.writeTextFile(path, bundle);
    const slot = new WorkerSlot(
      {
        protocol: PROTOCOL_VERSION,
        projectDir: root,
        scratchRoot: root,
        dataDir: root,
        stores: { kv: join(root, "kv"), values: join(root, "values"), created: join(root, "created") },
        env: {},
        read: [],
        net: [],
        sys: [],
        hidesDotEnv: false,
      },
      {
        bundleUrl: Promise.resolve(toFileUrl(path).href),
        onEvent: () => {},
        onStuck: () => {
          stuck = true;
        },
        loadLimitMs,
      },
    );
    await use(slot, () => stuck);
    slot.end();
    await delay(100); // A worker that was given up is ended a moment later.
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
