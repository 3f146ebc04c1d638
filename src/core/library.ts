import type { Workflow } from "./api.ts";
import { define } from "./define.ts";

/** The part of `workflow` that needs nothing but itself: what a run worker gives to its bundle. `src/library.ts` has it all. */
export const workflow: Pick<Workflow, "define"> = Object.freeze({ define });
