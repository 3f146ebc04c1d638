// Loads a bundle as a run worker does, with a stand-in for the Core, and answers with its export `result`.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<string>) => void;
  postMessage(message: unknown): void;
};

Object.defineProperty(globalThis, Symbol.for("workflow-code.core"), {
  value: {
    workflow: { define: (definition: unknown) => definition },
    // A real object of a module, marked so that a test can tell it from one that came another way.
    builtin: (name: string) => Object.assign(require(`node:${name}`), { fromCore: name }),
  },
});

scope.onmessage = async ({ data }) => {
  try {
    const module = await import(data);
    const result = module.result ?? module.default.result; // CommonJS has all that it exports in `default`.
    scope.postMessage({ result: JSON.stringify(await result) });
  } catch (error) {
    scope.postMessage({ failure: error instanceof Error ? error.stack : String(error) });
  }
};
