import { assertEquals, assertStringIncludes } from "@std/assert";
import { TestBrowser } from "./harness/browser.ts";
import { TestDashboard } from "./harness/dashboard.ts";

Deno.test("the dashboard works without JavaScript: run, look, answer, run again, remove", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page } = await browser.open({ javaScriptEnabled: false });
  /** Nobody refreshes the page for a person who has no script. */
  const until = async (text: string) => {
    for (let tries = 0; tries < 100; tries++) {
      if ((await page.locator("main").innerText()).includes(text)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
      // What was just sent may lead elsewhere meanwhile.
      await page.reload().catch(() => {});
    }
    throw new Error(`There is no ${text} on ${page.url()}`);
  };

  await page.goto(dashboard.url);
  await page.getByLabel("Project folder").fill(dashboard.project.dir);
  await page.getByRole("button", { name: "Add project" }).click();
  await page.getByRole("link", { name: "Run", exact: true }).click();
  await page.getByLabel("name").fill("Ada");
  await page.getByLabel("also, 1").fill("Grace");
  await page.getByRole("button", { name: "Add a line" }).click();
  assertEquals(await page.getByLabel("also, 1").inputValue(), "Grace");
  await page.getByLabel("also, 2").fill("Edsger");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/runs/*");
  await until("Success");
  assertStringIncludes(await page.locator("table").innerText(), "Hello Edsger");
  await page.getByRole("link", { name: "Edit and run" }).click();
  assertEquals(await page.getByLabel("also, 2").inputValue(), "Edsger");

  await page.getByRole("link", { name: "Pay somebody" }).click();
  await page.getByLabel("amount").fill("12");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL("**/runs/*");
  await until("Which account pays 12?");
  await page.getByLabel("general").check();
  await page.getByRole("button", { name: "Answer" }).click();
  await until("Pay 12 from general?");
  await page.getByRole("button", { name: "Do not approve" }).click();
  await until("Success");
  assertStringIncludes(await page.locator(".value").innerText(), "false");
  assertEquals(await page.getByRole("button", { name: "Copy" }).count(), 0);

  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByLabel("Search runs").fill("greet");
  await page.getByRole("button", { name: "Search" }).click();
  assertEquals(await page.locator(".runs > li").count(), 1);
  await page.getByRole("link", { name: "test-project" }).first().click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByLabel("Yes, remove").check();
  await page.getByRole("button", { name: "Remove project" }).click();
  await until("The project was removed");
});
