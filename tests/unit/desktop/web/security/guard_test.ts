import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeVisitor, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

const HOST = "127.0.0.1:4000";

async function ask({ app }: Visitor, path: string, headers: Record<string, string>, init: RequestInit = {}) {
  return await app.request(`http://${HOST}${path}`, { ...init, headers: { host: HOST, ...headers } });
}

function cookieOf({ session }: Visitor): string {
  return session.toSetCookie().split(";")[0] ?? "";
}

Deno.test("the dashboard lets nobody in without its token, and says how to get in", async () => {
  await using visitor = await makeVisitor();
  for (const path of ["/", "/settings", "/events", "/runs/x", "/assets/x.css", "/?token=wrong"]) {
    const response = await ask(visitor, path, {});
    assertEquals(response.status, 403, path);
    assertStringIncludes(await response.text(), "workflow-code desktop");
  }
});

Deno.test("the page that lets nobody in is styled", async () => {
  await using visitor = await makeVisitor();
  const text = await (await ask(visitor, "/", {})).text();
  const [, styles = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
  const response = await ask(visitor, styles, {});
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("x-content-type-options"), "nosniff");
  await response.body?.cancel();
});

Deno.test("the token of the printed address becomes a cookie of this browser, and leaves the address", async () => {
  await using visitor = await makeVisitor();
  const response = await ask(visitor, `/runs/x?token=${visitor.session.token}&a=1`, {});
  assertEquals(response.status, 303);
  assertEquals(response.headers.get("location"), "/runs/x?a=1");
  const cookie = response.headers.get("set-cookie") ?? "";
  assertStringIncludes(cookie, "HttpOnly");
  assertStringIncludes(cookie, "SameSite=Strict");
  assertEquals((await ask(visitor, "/", { cookie: cookie.split(";")[0] ?? "" })).status, 200);
});

Deno.test("what other processes can see of how a browser was started lets in once", async () => {
  await using visitor = await makeVisitor();
  const path = `/?token=${visitor.session.ticket}`;
  assertEquals((await ask(visitor, path, {})).status, 303);
  assertEquals((await ask(visitor, path, {})).status, 403);
  assertEquals((await ask(visitor, `/?token=${visitor.session.token}`, {})).status, 303);
});

Deno.test("a token leads back to no other site", async () => {
  await using visitor = await makeVisitor();
  const response = await ask(visitor, `//evil.example/?token=${visitor.session.token}`, {});
  assertEquals(new URL(response.headers.get("location") ?? "", `http://${HOST}`).host, HOST);
});

for (
  const host of [
    "evil.example:4000",
    "127.0.0.1:4001",
    "127.0.0.1.evil.example:4000",
    "0.0.0.0:4000",
    "[::1]:4000",
  ]
) {
  Deno.test(`the dashboard answers no request to ${host}, whatever its cookie`, async () => {
    await using visitor = await makeVisitor();
    assertEquals((await ask(visitor, "/", { host, cookie: cookieOf(visitor) })).status, 421);
  });
}

Deno.test("a form is taken from the dashboard's own pages only", async () => {
  await using visitor = await makeVisitor();
  const own = { cookie: cookieOf(visitor), origin: `http://${HOST}` };
  const form = { csrf: visitor.session.csrf, keepRunsDays: "5", keepLogsDays: "5", keepFilesDays: "5" };
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    ask(visitor, "/settings", headers, { method: "POST", body: new URLSearchParams(fields) });
  const { csrf: _, ...without } = form;
  assertEquals((await post({ ...own, origin: "https://evil.example" }, form)).status, 403);
  assertEquals((await post({ ...own, origin: "null" }, form)).status, 403);
  assertEquals((await post({ cookie: own.cookie }, form)).status, 403);
  assertEquals((await post(own, without)).status, 403);
  assertEquals((await post(own, { ...form, csrf: "0".repeat(48) })).status, 403);
  assertEquals((await post({ origin: own.origin }, form)).status, 403);
  assertEquals(visitor.database.settings().keepRunsDays, 90);
  assertEquals((await post(own, form)).status, 303);
  assertEquals(visitor.database.settings().keepRunsDays, 5);
});

Deno.test("every answer forbids what a page does not need", async () => {
  await using visitor = await makeVisitor();
  const cookie = cookieOf(visitor);
  const answers = await Promise.all([
    ask(visitor, "/", { cookie }),
    ask(visitor, "/nowhere", { cookie }),
    ask(visitor, "/", {}),
    ask(visitor, `/?token=${visitor.session.token}`, {}),
  ]);
  for (const { headers } of answers) {
    const policy = headers.get("content-security-policy") ?? "";
    assertStringIncludes(policy, "default-src 'none'");
    assertStringIncludes(policy, "frame-ancestors 'none'");
    assertEquals(policy.includes("unsafe"), false);
    assertEquals(headers.get("x-content-type-options"), "nosniff");
    assertEquals(headers.get("cache-control"), "no-store");
  }
});
