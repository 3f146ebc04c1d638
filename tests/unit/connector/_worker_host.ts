// deno-lint-ignore-file no-console -- a program of a test prints its result
// Runs _connector_worker.ts with the permissions that it will have, and signals for it. Argument: a definition as JSON.
import { killGroup } from "../../../src/connector/kill_group.ts";
import type { WorkerMessage } from "./_connector_worker.ts";

const definition = JSON.parse(Deno.args[0] ?? "");
const worker = new Worker(new URL("_connector_worker.ts", import.meta.url).href, {
  type: "module",
  deno: {
    permissions: {
      env: ["BRIDGE_TOKEN"],
      run: [definition.command[0]],
      read: false,
      write: false,
      net: false,
      ffi: false,
      sys: false,
      import: false,
    },
  },
});
const signals: string[] = [];
worker.onmessage = async ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === "kill") {
    signals.push(data.signal);
    worker.postMessage({ id: data.id, wasThere: await killGroup(data.pid, data.signal) });
  } else {
    console.log(JSON.stringify({ ...data, signals }));
    worker.terminate();
  }
};
worker.postMessage({ definition });
