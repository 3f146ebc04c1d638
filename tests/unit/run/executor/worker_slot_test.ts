import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { toBundleDir, WorkerSlot } from "../../../../src/run/executor/worker_slot.ts";
import { PROTOCOL_VERSION } from "../../../../src/run/protocol.ts";

const HANGS = "await new Promise(() => {});\nexport default {};\n";
const LATE = /^The project did not finish loading within 0\.3 s: an `await` at the top level/;
const NO_RUN = {
  onEvent: () => {},
  onStep: () => {},
  onAnswer: () => {},
  onAsk: () => {},
};

Deno.test("a module that never finishes loading is given up, and what asked for it learns why", async () => {
  await withSlot(HANGS, async (slot) => {
    const error = await assertRejects(() => slot.loaded, WorkflowError);
    assertEquals(error.code, "invalid_definition");
    assertMatch(error.message, LATE);
  });
});

Deno.test("a run whose worker never finishes loading fails, and says why", async () => {
  await withSlot(HANGS, async (slot) => {
    const outcome = await slot.run({
      runId: "20260828-abcd",
      owner: "test",
      entrypointId: "main",
      values: {},
      files: {},
      answers: [],
      replay: { steps: [], answers: [] } as never,
    }, NO_RUN);
    assertEquals(outcome.status, "failed");
    if (outcome.status === "failed") assertMatch(outcome.error.message, LATE);
  });
});

/** Gives a worker 0.3 seconds to load a bundle, and checks that it is reported as stuck. */
async function withSlot(bundle: string, use: (slot: WorkerSlot) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  const stuck = Promise.withResolvers<void>();
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
        env: {},
        read: [],
        net: [],
        sys: [],
      },
      {
        bundleUrl: Promise.resolve(toFileUrl(path).href),
        onEvent: () => {},
        onStuck: stuck.resolve,
        loadLimitMs: 300,
      },
    );
    await use(slot);
    await stuck.promise;
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
