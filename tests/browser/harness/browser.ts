import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Where Debian and others put it. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A real browser. Closed when it is disposed of. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Starts it; a missing one fails the test. */
  static async start(): Promise<TestBrowser> {
    const executablePath = Deno.env.get("CHROMIUM_BIN") ?? PLACES.find(isFile);
    if (executablePath === undefined) {
      throw new Error(
        `There is no browser: install chromium, or name one in CHROMIUM_BIN (looked at ${PLACES.join(", ")})`,
      );
    }
    return new TestBrowser(await chromium.launch({ executablePath, args: ["--no-sandbox"] }));
  }

  /**
   * Opens a page of a person of its own.
   *
   * @param options What kind of person: width, script or none.
   * @returns The page. What goes wrong on it is in `faults`.
   */
  async open(
    options: BrowserContextOptions = {},
  ): Promise<{ readonly page: Page; readonly faults: string[] }> {
    const context = await this.#browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error: Error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
    });
    return { page, faults };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
