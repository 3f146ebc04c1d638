import { assertEquals } from "@std/assert";
import type { RunEvent } from "../../../../src/run/protocol.ts";
import { RunView } from "../../../../src/cli/run/run_view.ts";
import { createStyle } from "../../../../src/cli/style.ts";

const PLAIN = createStyle({ isTerminal: false, options: new Map(), env: {} });

const started = (id: string, at: number, parent: string | null = null): RunEvent => ({
  type: "node_started",
  id,
  title: id,
  parent,
  at,
});
const finished = (id: string, at: number, more: { attempts?: number; error?: string } = {}): RunEvent => ({
  type: "node_finished",
  id,
  at,
  attempts: 1,
  ...more,
});

Deno.test("where there is no terminal a run is shown line by line: steps with their times, inner ones further in", () => {
  let shown = "";
  using view = new RunView({ write: (text) => shown += text, style: PLAIN, columns: undefined });
  view.start();
  view.onEvent(started("outer", 0));
  view.onEvent(started("inner", 100, "outer"));
  view.log("info: hello\n  there\u001b[2J\n");
  view.onEvent(finished("inner", 350, { attempts: 3 }));
  view.onEvent({ type: "progress", fraction: 0.5, message: "half", at: 1 });
  view.onEvent({ type: "progress", fraction: 0.6, at: 2 });
  view.onEvent(finished("outer", 3_400, { error: "no\nway" }));
  assertEquals(
    shown,
    "  | info: hello\n  |   there\\u001b[2J\n    ✓ inner  250 ms (3 attempts)\n  50% half\n  ✗ outer  3.4 s: no way\n",
  );
});

Deno.test("on a terminal the last line changes in place, is cut to the width, and gives way to a question", () => {
  let shown = "";
  let now = 0;
  const take = () => {
    const taken = shown;
    shown = "";
    return taken;
  };
  using view = new RunView({
    write: (text) => shown += text,
    style: PLAIN,
    columns: () => 30,
    now: () => now,
  });
  view.start();
  assertEquals(take(), "\r\x1b[K  … 0 ms");
  view.onEvent(started("读取文件读取文件读取文件", 0));
  now = 1234;
  view.log("x\n");
  assertEquals(take(), "\r\x1b[K  | x\n\r\x1b[K  … 1.2 s 读取文件读取文件读…");
  view.onEvent({ type: "asked", at: 0, request: {} as never });
  assertEquals(take(), "\r\x1b[K");
  view.log("y\n");
  assertEquals(take(), "  | y\n");
  view.onEvent({ type: "answered", at: 0, key: "", answer: { action: "decline" } });
  view.onEvent({ type: "progress", fraction: 0.25, message: "a", at: 0 });
  take();
  view.log("z\n");
  assertEquals(take().split("\n").at(-1), "\r\x1b[K  [#####---------------]  25…");
  view[Symbol.dispose]();
  assertEquals(take(), "\r\x1b[K");
});
