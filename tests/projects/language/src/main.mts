// deno-lint-ignore-file no-process-global no-node-globals -- authors use them, so they have to work
import { workflow } from "workflow-code";
import { EventEmitter } from "events";
import { readFileSync } from "node:fs";
import { access } from "fs/promises";
import * as path from "path";
import os from "os";
import { setTimeout as sleep } from "timers/promises";
import { place } from "#deep/place";
import note from "../note.txt" with { type: "text" };
import attributed from "../prices.json" with { type: "json" };
import prices from "../prices.json";
import { useSyntax } from "./deep/syntax.ts";
import { loaded } from "./deep/loaded.ts";
import { folder } from "./folder";
import { generic } from "./generic";
import old from "./old.cjs";
import plain from "./plain.js";

await sleep(1);
const awaited = await Promise.resolve("before the definition");

export default workflow.define({
  entrypoints: {
    main: {
      async run() {
        const before = [...loaded];
        const { later } = await import("./later.ts");
        const emitter = new EventEmitter();
        const heard: unknown[] = [];
        emitter.on("news", (news) => heard.push(news));
        emitter.emit("news", "heard");
        return {
          awaited,
          later,
          folder,
          loaded: [before, loaded],
          heard,
          place,
          note,
          prices,
          same: attributed.tea === prices.tea,
          plain: plain(),
          generic: generic(1),
          old,
          syntax: await useSyntax(),
          read: readFileSync(path.join(import.meta.dirname ?? "", "..", "note.txt"), "utf8"),
          relative: [
            process.cwd(),
            await Deno.readTextFile("note.txt"),
            await access("note.txt") ?? "accessible",
          ],
          buffer: Buffer.from("é").toString("hex"),
          platform: os.platform() === process.platform,
          globals: [
            typeof globalThis,
            typeof structuredClone,
            typeof fetch,
            typeof crypto.subtle,
            typeof setImmediate,
          ],
        };
      },
    },
  },
});
