import type { KvListOptions, KvStore } from "../../../core/api.ts";
import { dropUndefined } from "../../../core/drop_undefined.ts";
import { fromCursor } from "../../../store/page_cursor.ts";
import { countFault, keyFault, MAX_PAGE_ENTRIES, prefixFault, ttlFault } from "../../../store/rules.ts";
import { Arguments } from "./arguments.ts";
import type { StoreCaller } from "./store_caller.ts";

const GET = new Arguments("ctx.kv.get");
const SET = new Arguments("ctx.kv.set");
const DELETE = new Arguments("ctx.kv.delete");
const COMPARE_AND_SET = new Arguments("ctx.kv.compareAndSet");
const LIST = new Arguments("ctx.kv.list");

/**
 * Makes `ctx.kv`.
 *
 * @param call Asks the stores.
 * @returns The KV store of the project.
 */
export function createKv(call: StoreCaller): KvStore {
  return Object.freeze({
    async get<T>(key: string) {
      GET.check("the key", keyFault(key));
      const json = await call("kv.get", { key });
      return json === null ? undefined : JSON.parse(json) as T;
    },

    async set(key: string, value: unknown, options?: { readonly ttl?: number | undefined }) {
      SET.check("the key", keyFault(key));
      const { ttl } = SET.options(options);
      if (ttl !== undefined) SET.check("`ttl`", ttlFault(ttl));
      await call("kv.set", {
        key,
        json: SET.toJson("the value", value),
        ...(ttl === undefined ? {} : { ttl }),
      });
    },

    async delete(key: string) {
      DELETE.check("the key", keyFault(key));
      return await call("kv.delete", { key });
    },

    async compareAndSet(key: string, expected: unknown, value: unknown) {
      COMPARE_AND_SET.check("the key", keyFault(key));
      return await call("kv.compareAndSet", {
        key,
        ...(expected === undefined
          ? {}
          : { expected: COMPARE_AND_SET.toJson("the expected value", expected) }),
        json: COMPARE_AND_SET.toJson("the value", value),
      });
    },

    async list<T>(options?: KvListOptions) {
      const { entries, cursor } = await call("kv.list", checkPage(options));
      return {
        entries: entries.map(({ key, json }) => ({ key, value: JSON.parse(json) as T })),
        ...(cursor === undefined ? {} : { cursor }),
      };
    },
  });
}

function checkPage(options: KvListOptions | undefined): { prefix?: string; limit?: number; cursor?: string } {
  const { prefix, limit, cursor } = LIST.options(options);
  if (prefix !== undefined) LIST.check("`prefix`", prefixFault(prefix));
  return {
    ...(prefix === undefined ? {} : { prefix }),
    ...checkPlace(LIST, { limit, cursor }),
  };
}

/**
 * Checks what every list takes.
 *
 * @param list The list's arguments.
 * @param place Its `limit` and `cursor`.
 * @returns The same without what is undefined.
 */
export function checkPlace(
  list: Arguments,
  { limit, cursor }: { readonly limit: number | undefined; readonly cursor: string | undefined },
): { limit?: number; cursor?: string } {
  if (limit !== undefined) list.check("`limit`", countFault(limit, MAX_PAGE_ENTRIES));
  if (cursor !== undefined && fromCursor(cursor) === undefined) {
    list.check("`cursor`", "must be the one of the page before");
  }
  return dropUndefined({ limit, cursor });
}
