import { assertEquals } from "@std/assert";
import { TestBrowser } from "./harness/browser.ts";
import { TestDashboard } from "./harness/dashboard.ts";

const LONG = "averylongwordwithoutanyplacetobreakit".repeat(3).slice(0, 40);

Deno.test("no page scrolls sideways at 360 px", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const id = await dashboard.desktop.add(dashboard.project.dir);
  await using client = await dashboard.desktop.connect(await dashboard.desktop.definition(id));
  await client.call("greet", { name: LONG, also: [LONG, LONG] });
  await client.call("pay", { amount: 123456789.123 });
  const [waiting, greeted] = dashboard.desktop.runs().map(({ runId }) => runId);

  for (const colorScheme of ["light", "dark"] as const) {
    const { page, faults } = await browser.open({ viewport: { width: 360, height: 700 }, colorScheme });
    await page.goto(dashboard.url);
    const paths = [
      "/",
      "/?q=none",
      "/settings",
      ...["", "/history", "/mcp", "/settings"].map((tab) => `/projects/${id}${tab}`),
      ...["", "/diagram", "/logs", "/input"].map((tab) => `/runs/${greeted}${tab}`),
      `/runs/${waiting}`,
    ];
    for (const path of paths) {
      await page.goto(dashboard.at(path));
      const closed = page.locator("details:not([open]) > summary");
      while (await closed.count() > 0) await closed.first().click();
      const wider = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assertEquals(wider, 0, path);
    }
    assertEquals(faults, []);
  }
});
