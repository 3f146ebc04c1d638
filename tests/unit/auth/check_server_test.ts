import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { checkServer, type ServerCheck } from "../../../src/auth/check_server.ts";

const KEY = "s3cret-key";

/** Asks a server that answers as it is told. */
async function check(
  respond: (request: Request) => Response | Promise<Response>,
  options: { readonly key?: string; readonly timeout?: number } = { key: KEY },
): Promise<ServerCheck> {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, respond);
  const { key, timeout } = options;
  return await checkServer(
    { url: `http://127.0.0.1:${server.addr.port}/v1`, ...(key === undefined ? {} : { key }) },
    timeout === undefined ? {} : { timeout },
  );
}

function reason(checked: ServerCheck): string {
  assertEquals(JSON.stringify(checked).includes(KEY), false);
  return checked.ok ? "" : checked.reason;
}

Deno.test("checkServer() asks for the models with the key, and gives their ids", async () => {
  let asked: [string, string | null] | undefined;
  const checked = await check((request) => {
    asked = [new URL(request.url).pathname, request.headers.get("authorization")];
    return Response.json({ object: "list", data: [{ id: "a" }, { id: "b" }] });
  });
  assertEquals(checked, { ok: true, models: ["a", "b"] });
  assertEquals(asked, ["/v1/models", `Bearer ${KEY}`]);
});

Deno.test("checkServer() sends no key where there is none", async () => {
  let sent: string | null = "";
  await check((request) => {
    sent = request.headers.get("authorization");
    return Response.json({ data: [] });
  }, {});
  assertEquals(sent, null);
});

const ANSWERS: readonly [what: string, response: () => Response, says: string][] = [
  ["401", () => new Response(KEY, { status: 401 }), "does not accept the key (it answered 401)"],
  ["403", () => new Response(null, { status: 403 }), "does not accept the key (it answered 403)"],
  ["404", () => new Response("", { status: 404 }), "there is no OpenAI-compatible server at "],
  ["a page", () => new Response("<html>"), "there is no OpenAI-compatible server at "],
  ["other JSON", () => Response.json({ models: [] }), "there is no OpenAI-compatible server at "],
  [
    "models without ids",
    () => Response.json({ data: [{ name: "a" }, null] }),
    "there is no OpenAI-compatible",
  ],
  ["500", () => new Response("", { status: 500 }), "answered 500 when it was asked for its models"],
];

for (const [what, response, says] of ANSWERS) {
  Deno.test(`checkServer() says what ${what} means`, async () => {
    assertStringIncludes(reason(await check(response)), says);
  });
}

Deno.test("checkServer() says that a key is wanted where none was given", async () => {
  assertStringIncludes(reason(await check(() => new Response(null, { status: 401 }), {})), "wants a key");
});

Deno.test("checkServer() follows nobody elsewhere with the key", async () => {
  let visited = false;
  await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    visited = true;
    return Response.json({ data: [] });
  });
  const location = `http://127.0.0.1:${other.addr.port}/models`;
  const checked = await check(() => new Response(null, { status: 307, headers: { location } }));
  assertStringIncludes(reason(checked), "sends callers elsewhere (it answered 307)");
  assertEquals(visited, false);
});

Deno.test("checkServer() says that nobody answers, and that an answer takes too long", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const gone = await checkServer({ url: `http://127.0.0.1:${port}`, key: KEY });
  assertStringIncludes(reason(gone), `http://127.0.0.1:${port} cannot be reached: `);
  const never = Promise.withResolvers<Response>();
  const late = check(() => never.promise, { key: KEY, timeout: 50 });
  setTimeout(() => never.resolve(new Response()), 300);
  assertStringIncludes(reason(await late), "did not answer within 0.05 s");
});

Deno.test("checkServer() gives up when it is told to", async () => {
  const reason = new DOMException("enough", "AbortError");
  await assertRejects(
    () => checkServer({ url: "http://127.0.0.1:1" }, { signal: AbortSignal.abort(reason) }),
    DOMException,
    "enough",
  );
});
