import { receiveMessageOnPort } from "node:worker_threads";
import type { ToWorker } from "../protocol.ts";

type Port = Parameters<typeof receiveMessageOnPort>[0];

// Taken before project code can replace it.
const { parse } = JSON;

/**
 * Takes the executor's messages. They come by a port that the worker's first message brings, as texts, and are fetched from
 * it whenever a message of the worker's own wakes this up. That message says nothing and project code may forge it.
 *
 * The port is fetched from, and not listened to, since the runtime shows an event, and with it its port, to whatever project
 * code put on the prototypes of events and arrays. Whoever holds the port could answer the run's questions.
 *
 * @param receive Called with each message, in order.
 */
export function listenToExecutor(receive: (message: ToWorker) => void): void {
  let port: Port | undefined;
  globalThis.addEventListener("message", (event) => {
    port ??= (event as MessageEvent<null>).ports[0] as unknown as Port | undefined;
    if (port === undefined) return;
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      receive(parse(next.message));
    }
  });
}
