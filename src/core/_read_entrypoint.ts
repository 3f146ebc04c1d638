import { ObjectReader, type Place } from "./_object_reader.ts";
import { readParams } from "./_read_params.ts";
import { dropUndefined } from "./drop_undefined.ts";
import { showValue } from "./show_value.ts";
import type { EntrypointSpec } from "./spec.ts";

const KEYS = ["title", "description", "timeout", "annotations", "params", "resolveParams", "run"];
const HINTS = ["readOnly", "destructive", "idempotent", "openWorld"];

/** The working time of an entrypoint that names none. */
const DEFAULT_TIMEOUT_MS = 600_000;

/** The longest delay that a timer can have. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** Which entrypoint is read, and how. */
export interface ReadEntrypointOptions extends Place {
  readonly id: string;
  /** Whether `true` may stand for a function, as it does after JSON. */
  readonly allowsTrue: boolean;
}

/**
 * Reads one entrypoint of a definition.
 *
 * @param value The entrypoint as the author wrote it.
 * @param options Which one it is.
 * @returns The entrypoint as far as it is without fault, or `undefined` where it is no object.
 */
export function readEntrypoint(
  value: unknown,
  { id, allowsTrue, ...place }: ReadEntrypointOptions,
): EntrypointSpec | undefined {
  const reader = ObjectReader.open(value, place);
  if (reader === undefined) return undefined;
  reader.checkKeys(KEYS, "an entrypoint");
  const title = reader.readText("title") ?? id;
  const description = reader.readText("description");
  const timeout = reader.readWholeNumber("timeout", { least: 1, greatest: LONGEST_TIMEOUT_MS });
  const annotations = readAnnotations(reader);
  const params = reader.get("params");
  checkFunction(reader, { key: "resolveParams", allowsTrue });
  if (reader.get("run") === undefined) reader.addFault("run", "expected a function, found nothing");
  checkFunction(reader, { key: "run", allowsTrue });
  return {
    id,
    title,
    ...dropUndefined({ description }),
    timeout: timeout ?? DEFAULT_TIMEOUT_MS,
    ...dropUndefined({ annotations }),
    dynamic: reader.get("resolveParams") !== undefined,
    params: params === undefined ? [] : readParams(params, reader.placeOf("params")),
  };
}

function readAnnotations(reader: ObjectReader): EntrypointSpec["annotations"] {
  const value = reader.get("annotations");
  if (value === undefined) return undefined;
  const hints = ObjectReader.open(value, reader.placeOf("annotations"));
  if (hints === undefined) return undefined;
  hints.checkKeys(HINTS, "annotations");
  const annotations = dropUndefined({
    readOnly: hints.readBoolean("readOnly"),
    destructive: hints.readBoolean("destructive"),
    idempotent: hints.readBoolean("idempotent"),
    openWorld: hints.readBoolean("openWorld"),
  });
  return Object.keys(annotations).length > 0 ? annotations : undefined;
}

function checkFunction(
  reader: ObjectReader,
  { key, allowsTrue }: { readonly key: string; readonly allowsTrue: boolean },
): void {
  const value = reader.get(key);
  if (value === undefined || typeof value === "function" || (allowsTrue && value === true)) return;
  reader.addFault(key, `expected a function, found ${showValue(value)}`);
}
