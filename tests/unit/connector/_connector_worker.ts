// What the executable's connector worker will be: it may read one variable and run one program, and asks its host to signal.
import type { McpServerDefinition } from "../../../src/core/api.ts";
import { connectThrough } from "../../../src/connector/connect_through.ts";
import { createDenoBackend } from "../../../src/connector/deno_backend.ts";
import type { KillSignal } from "../../../src/connector/spawn_backend.ts";

/** What the worker tells its host. */
export type WorkerMessage =
  | { readonly kind: "kill"; readonly id: number; readonly pid: number; readonly signal: KillSignal }
  | { readonly kind: "done"; readonly environment: string; readonly refused: readonly string[] }
  | { readonly kind: "failed"; readonly error: string };

const asked = new Map<number, (wasThere: boolean) => void>();
const backend = createDenoBackend((pid, signal) =>
  new Promise((resolve) => {
    const id = asked.size;
    asked.set(id, resolve);
    post({ kind: "kill", id, pid, signal });
  })
);

self.addEventListener("message", (event) => {
  const { id, wasThere, definition } = (event as MessageEvent).data;
  if (definition === undefined) return asked.get(id)?.(wasThere);
  work(definition).then(post, (error) => post({ kind: "failed", error: Deno.inspect(error) }));
});

async function work(definition: McpServerDefinition): Promise<WorkerMessage> {
  const hostOptions = { allowedInheritedEnvKeys: ["BRIDGE_TOKEN"], onLog: () => {} };
  const connection = await connectThrough(definition, { hostOptions, backend: () => backend });
  try {
    const { content } = await connection.callTool("environment");
    return { kind: "done", environment: String(content[0]?.text), refused: await attempt() };
  } finally {
    await connection.close();
  }
}

/** The names of what it may not do. */
async function attempt(): Promise<string[]> {
  const deeds: Record<string, () => unknown> = {
    "another variable": () => Deno.env.get("HOME"),
    "all variables": () => Deno.env.toObject(),
    "another program": () => new Deno.Command("/bin/sh").output(),
    "a file": () => Deno.readTextFile("/etc/hostname"),
    "writing": () => Deno.writeTextFile("/tmp/connector-worker", ""),
    "the network": () => Deno.connect({ hostname: "127.0.0.1", port: 1 }),
    "a signal": () => Deno.kill(1, "SIGCONT"),
  };
  const refused: string[] = [];
  for (const [name, deed] of Object.entries(deeds)) {
    await Promise.resolve().then(deed).catch((error) => {
      if (error instanceof Deno.errors.NotCapable) refused.push(name);
    });
  }
  return refused;
}

function post(message: WorkerMessage): void {
  (self as unknown as Worker).postMessage(message);
}
