/**
 * Every message between a host and its recorder worker, and nothing else. Both are parts of this program: nothing in them is
 * checked.
 *
 * @module
 */
import type { RunChange } from "../data/run_change.ts";

/** A change on its way to the recorder, which is the owner of every run that it is told of. */
export type Recording = WithoutOwner<RunChange>;

type WithoutOwner<T extends RunChange> = T extends { readonly owner: string } ? Omit<T, "owner"> : T;

/** Host to recorder. `open` is the first. */
export type ToRecorder =
  | { readonly type: "open"; readonly userDataDir: string }
  | { readonly type: "record"; readonly changes: readonly Recording[] }
  /** Remove what is too old, unless somebody has done so today. */
  | { readonly type: "prune" }
  /** Write everything; answered with `closed`. */
  | { readonly type: "close" };

/** Recorder to host. */
export type FromRecorder =
  /** Something cannot be written; it is tried again. */
  | { readonly type: "fault"; readonly message: string }
  /** Somebody wants this run to be cancelled. */
  | { readonly type: "cancel"; readonly runId: string }
  | { readonly type: "closed" };
