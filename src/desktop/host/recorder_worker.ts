/**
 * The web worker that writes what a host records. It may read and write the user data and do nothing else; the host never waits
 * for it.
 *
 * @module
 */
import { RecordWriter } from "./record_writer.ts";
import type { FromRecorder, ToRecorder } from "./recorder_protocol.ts";

/** What the types of the main thread do not know. */
interface WorkerScope {
  postMessage(message: FromRecorder): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToRecorder>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
let writer: RecordWriter | undefined;

scope.addEventListener("message", ({ data: message }) => {
  switch (message.type) {
    case "open":
      writer = new RecordWriter({
        userDataDir: message.userDataDir,
        post: (answer) => scope.postMessage(answer),
      });
      return;
    case "record":
      writer?.add(message.changes);
      return;
    case "prune":
      writer?.prune();
      return;
    case "close":
      writer?.[Symbol.dispose]();
      scope.postMessage({ type: "closed" });
      return;
  }
});
