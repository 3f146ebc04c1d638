import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { TestBrowser } from "./harness/browser.ts";
import { TestDashboard } from "./harness/dashboard.ts";

/** How fast a call has to appear in an open page, in milliseconds. */
const APPEARS_MS = 400;

/** What a page shows in place of where it is: the run that it is about. */
function runIdOf(page: Page): string {
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

Deno.test("a definition copied from the dashboard works in a client, and its calls appear in an open page", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page, faults } = await browser.open({ permissions: ["clipboard-read", "clipboard-write"] });

  await page.goto(dashboard.url);
  assertEquals(new URL(page.url()).search, "", "the token has left the address");
  await page.getByLabel("Project folder").fill(dashboard.project.dir);
  await page.getByRole("button", { name: "Add project" }).click();
  await page.getByText("The project was added").waitFor();

  await page.getByRole("link", { name: "MCP" }).click();
  await page.getByRole("button", { name: "Copy definition", exact: true }).click();
  await page.getByText("Copied").waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  const { mcpServers } = JSON.parse(copied);
  const [definition] = Object.values(mcpServers) as { command: string; args: string[] }[];
  assert(definition);
  assertEquals(Object.keys(definition), ["command", "args"]);
  await using client = await dashboard.desktop.connect(definition);
  await client.call("greet", { name: "nobody yet" }); // The first call of a client waits for its project to be bundled.

  await page.goto(dashboard.at("/"));
  const delays: number[] = [];
  for (const name of ["Ada", "Grace", "Edsger"]) {
    const before = await page.locator(".runs > li").count();
    const appeared = page.locator(".runs > li").nth(before).waitFor().then(() => Date.now());
    const call = client.call("greet", { name });
    const at = await appeared;
    delays.push(at - Number(dashboard.desktop.runs()[0]?.startedAt));
    await call;
  }
  assert(Math.min(...delays) <= APPEARS_MS, `appeared after ${delays.join(", ")} ms`);
  await page.locator(".runs > li").first().getByText("Success").waitFor();

  await page.locator(".runs > li").first().getByRole("link").click();
  await page.getByRole("heading", { name: "Greet somebody" }).waitFor();
  assertStringIncludes(await page.locator("table").innerText(), "Hello Edsger");
  await page.getByRole("link", { name: "Diagram" }).click();
  assertEquals(await page.locator(".diagram a").count(), 2);
  assertStringIncludes(await page.locator(".timeline").innerText(), "prepare");
  await page.getByRole("link", { name: "Logs" }).click();
  assertEquals(await page.locator(".log p").allInnerTexts(), [
    "printed to stdout",
    "printed to stderr",
    "one warning",
  ]);
  await page.getByRole("link", { name: "Input" }).click();
  assertStringIncludes(await page.locator("#mcp-input").innerText(), '"Edsger"');

  const first = runIdOf(page);
  await page.getByRole("button", { name: "Run again" }).click();
  await page.waitForURL((url: URL) => url.pathname.startsWith("/runs/") && !url.pathname.includes(first));
  await page.getByText("Success", { exact: true }).waitFor();
  assertStringIncludes(await page.locator("table").innerText(), "Hello Edsger");
  assertEquals(faults, []);
});

Deno.test("a run that waits for a person is answered in the dashboard, and its page goes on by itself", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page, faults } = await browser.open();
  const id = await dashboard.desktop.add(dashboard.project.dir);
  await using client = await dashboard.desktop.connect(await dashboard.desktop.definition(id));

  await page.goto(dashboard.url);
  const result = await client.call("pay", { amount: 12 });
  assertEquals(result.structuredContent.error.code, "interaction_required");
  await page.getByText("Waiting", { exact: true }).first().waitFor();
  await page.locator(".runs > li").first().getByRole("link").click();
  await page.getByText("Which account pays 12?").first().waitFor();
  await page.getByLabel("travel").check();
  await page.getByRole("button", { name: "Answer" }).click();
  await page.getByText("Pay 12 from travel?").first().waitFor();
  await page.getByLabel("Reason").fill("it is due");
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("Success", { exact: true }).waitFor();
  assertStringIncludes(await page.locator(".value").innerText(), "it is due");
  await page.getByRole("link", { name: "Input" }).click();
  assertStringIncludes(await page.locator("main").innerText(), "Which account pays 12?");
  assertEquals(faults, []);
});

Deno.test("a run that a client has begun is cancelled in the dashboard, and the client is told", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page, faults } = await browser.open();
  const id = await dashboard.desktop.add(dashboard.project.dir);
  await using client = await dashboard.desktop.connect(await dashboard.desktop.definition(id));
  await page.goto(dashboard.url);
  const result = client.call("wait");
  await page.getByRole("link", { name: "Wait for long" }).click();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByText("Cancelled", { exact: true }).waitFor();
  assertEquals((await result).structuredContent.error.code, "cancelled");
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Running again", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByText("Cancelled", { exact: true }).waitFor();
  assertEquals(faults, []);
});

Deno.test("what somebody types, has opened and looks at stays while the page is refreshed", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page, faults } = await browser.open();
  const id = await dashboard.desktop.add(dashboard.project.dir);
  await page.goto(dashboard.url);
  await page.goto(dashboard.at(`/projects/${id}`));
  const name = page.getByLabel("name");
  await name.pressSequentially("Ada Love");
  await page.getByText("Draft saved", { exact: true }).waitFor();
  // Its own draft has changed the database: the page was refreshed, and is again by a run.
  await using client = await dashboard.desktop.connect(await dashboard.desktop.definition(id));
  await client.call("greet", { name: "Grace" });
  await page.getByRole("link", { name: "History 1" }).waitFor();
  await page.keyboard.type("lace");
  assertEquals(await name.inputValue(), "Ada Lovelace");

  await page.goto(dashboard.at(`/projects/${id}/mcp`));
  await page.getByText("Codex", { exact: true }).click();
  await client.call("greet", { name: "Grace" });
  await page.getByRole("link", { name: "History 2" }).waitFor();
  assertEquals(await page.locator("#client-codex").getAttribute("open"), "");

  await page.goto(dashboard.at(`/projects/${id}`));
  assertEquals(await page.getByLabel("name").inputValue(), "Ada Lovelace", "the draft is there again");
  assertEquals(faults, []);
});

Deno.test("a form that was refused keeps what was entered and why, whatever happens meanwhile", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page } = await browser.open();
  const id = await dashboard.desktop.add(dashboard.project.dir);
  await page.goto(dashboard.url);
  await page.goto(dashboard.at(`/projects/${id}`));
  await page.getByLabel("name").fill("Ada");
  await page.getByLabel("code").fill("NOT LOWER CASE");
  await page.keyboard.press("Enter");
  const fault = page.locator(".field .fault");
  await fault.waitFor();
  const refreshed = page.waitForResponse((response) => response.url().includes(`/projects/${id}/run?`));
  await dashboard.desktop.run("add", dashboard.project.dir);
  await refreshed;
  await page.waitForTimeout(100);
  assertStringIncludes(await fault.innerText(), "NOT LOWER CASE");
  assertEquals(await page.getByLabel("name").inputValue(), "Ada");
});
