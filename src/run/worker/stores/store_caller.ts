import type { StoreMethod, StoreMethods } from "../../../store/store_protocol.ts";

/** Asks something of the project's stores. */
export type StoreCaller = <M extends StoreMethod>(
  method: M,
  params: StoreMethods[M]["params"],
) => Promise<StoreMethods[M]["result"]>;
