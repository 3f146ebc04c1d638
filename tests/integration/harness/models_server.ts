/** A server with a list of models, for those who have its key. Closed when it is disposed of. */
export interface ModelsServer extends AsyncDisposable {
  /** What comes before `/models`. */
  readonly url: string;
}

/**
 * Starts such a server on this machine.
 *
 * @param key Its key.
 * @returns The server.
 */
export function startModelsServer(key: string): ModelsServer {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      new URL(request.url).pathname === "/v1/models" &&
        request.headers.get("authorization") === `Bearer ${key}`
        ? Response.json({ object: "list", data: [{ id: "large" }, { id: "small" }] })
        : new Response(null, { status: 401 }),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
