import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { WorkflowError } from "../../../src/errors.ts";
import { toBase64Url } from "../../../src/mcp/base64url.ts";
import {
  RequestStates,
  type RequestStatesOptions,
  STATE_LIFETIME_MS,
} from "../../../src/mcp/request_state.ts";
import { RpcError } from "../../../src/mcp/rpc_error.ts";

const FORM = { runId: "20260828-abcd", key: "a/q", nonce: "n", name: "q-n", attempt: 1 };
const CALL = { projectId: "p", tool: "main", args: { a: 1, b: ["x", { c: null, d: 2 }] } };

function states(options: Partial<RequestStatesOptions> = {}): RequestStates {
  return new RequestStates({ readKey: () => Promise.resolve(new Uint8Array(32).fill(7)), ...options });
}

async function assertRefused(
  state: string,
  reason: string,
  { call = CALL, from = states() } = {},
): Promise<void> {
  const error = await assertRejects(() => from.open(state, call), RpcError);
  assertEquals(error.code, -32602);
  assertEquals(error.message.startsWith(`The requestState ${reason}`), true, error.message);
  assertEquals(error.message.includes("20260828"), false);
}

Deno.test("a state comes back as it went out, also from another process with the same key", async () => {
  const state = await states().seal(FORM, CALL);
  assertMatch(state, /^v1\.[\w-]+\.[\w-]{43}$/);
  assertEquals(await states().open(state, CALL), FORM);
});

Deno.test("a state does not depend on the order of keys in the arguments", async () => {
  const state = await states().seal(FORM, CALL);
  const args = { b: ["x", { d: 2, c: null }], a: 1 };
  assertEquals(await states().open(state, { ...CALL, args }), FORM);
});

Deno.test("every bit of a state counts", async () => {
  const from = states();
  const state = await from.seal(FORM, CALL);
  const bytes = new TextEncoder().encode(state);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await assertRefused(new TextDecoder().decode(changed), "was not made by this server", { from });
  }
});

Deno.test("no other text is a state", async () => {
  const from = states();
  const state = await from.seal(FORM, CALL);
  const [version, payload, signature] = state.split(".");
  const others = [
    "",
    ".",
    "..",
    "v1",
    "v1..",
    `v1.${payload}`,
    `v1.${payload}.`,
    `v2.${payload}.${signature}`,
  ];
  others.push(
    `${version}.${payload}.${signature}.`,
    `${state}=`,
    ` ${state}`,
    `${state}\n`,
    `v1.${payload}.${payload}`,
  );
  for (const other of others) await assertRefused(other, "was not made by this server", { from });
  await fc.assert(
    fc.asyncProperty(fc.string(), (text) => assertRefused(text, "was not made by this server", { from })),
  );
});

Deno.test("what is signed with the key but is no state is refused", async () => {
  const key = await crypto.subtle.importKey(
    "raw",
    new Uint8Array(32).fill(7),
    { name: "HMAC", hash: "SHA-256" },
    false,
    [
      "sign",
    ],
  );
  for (const payload of ["null", "[]", "{}", '{"runId":1}']) {
    const signed = `v1.${toBase64Url(new TextEncoder().encode(payload))}`;
    const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(signed));
    await assertRefused(`${signed}.${toBase64Url(new Uint8Array(signature))}`, "was not made by this server");
  }
});

Deno.test("a state is refused with another key", async () => {
  const state = await states().seal(FORM, CALL);
  const from = states({ readKey: () => Promise.resolve(new Uint8Array(32)) });
  await assertRefused(state, "was not made by this server", { from });
});

Deno.test("a state is refused with another project, tool or arguments", async () => {
  const state = await states().seal(FORM, CALL);
  await assertRefused(state, "belongs to another workflow project", { call: { ...CALL, projectId: "q" } });
  await assertRefused(state, "belongs to a call of another tool", { call: { ...CALL, tool: "other" } });
  for (const args of [{}, { ...CALL.args, a: 2 }, { ...CALL.args, a: "1" }, { ...CALL.args, e: null }]) {
    await assertRefused(state, "belongs to a call with other arguments", {
      call: { ...CALL, args: args as never },
    });
  }
});

Deno.test("a state expires after seven days", async () => {
  let now = Date.UTC(2026, 7, 28);
  const from = states({ now: () => now });
  const state = await from.seal(FORM, CALL);
  assertEquals(STATE_LIFETIME_MS, 604_800_000);
  now += STATE_LIFETIME_MS - 1;
  assertEquals(await from.open(state, CALL), FORM);
  now += 1;
  await assertRefused(state, "has expired", { from });
});

Deno.test("a key is read once, and again when that failed", async () => {
  let times = 0;
  const from = states({
    readKey: () => {
      if (++times === 1) return Promise.reject(new WorkflowError("store_failed", "full disk"));
      return Promise.resolve(new Uint8Array(32));
    },
  });
  await assertRejects(() => from.seal(FORM, CALL), WorkflowError, "full disk");
  const state = await from.seal(FORM, CALL);
  await from.open(state, CALL);
  assertEquals(times, 2);
  assertNotEquals(state, await states().seal(FORM, CALL));
});
