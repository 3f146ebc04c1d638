/**
 * A worker prepared as a run worker is. It answers each text that it gets with what came of it as the body of a function.
 *
 * @module
 */
import type { RunEvent } from "../../../../src/run/protocol.ts";
import { installBuiltins } from "../../../../src/run/worker/builtins.ts";
import { confineCodeFromText } from "../../../../src/run/worker/confine_code_from_text.ts";
import { detachInternals } from "../../../../src/run/worker/detach_internals.ts";
import { installEnvironment } from "../../../../src/run/worker/environment.ts";
import { installExits } from "../../../../src/run/worker/exits.ts";
import { LogSink } from "../../../../src/run/worker/log_sink.ts";
import { installOutput } from "../../../../src/run/worker/output.ts";

const scope = globalThis as unknown as {
  postMessage(message: unknown): void;
  onmessage: (event: MessageEvent<{ scratchDir: string; body: string }>) => void;
};
const postMessage = scope.postMessage.bind(scope);
const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

scope.onmessage = async ({ data: { scratchDir, body } }) => {
  const log: RunEvent[] = [];
  try {
    detachInternals();
    confineCodeFromText();
    installEnvironment({ GRANTED: "yes" });
    installExits((call) => postMessage({ ended: call }));
    const builtin = installBuiltins(scratchDir);
    installOutput(new LogSink((event) => log.push(event), { now: () => 0, currentNode: () => null }));
    const value = await new AsyncFunction("builtin", "log", body)(builtin, log);
    postMessage({ value });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
