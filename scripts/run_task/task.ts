/** One deno command of a task. */
export interface Step {
  /** What the step is called in the summary and when it fails. */
  name: string;
  /** The subcommand of deno and its flags. */
  command: readonly [subcommand: string, ...flags: string[]];
  /** Files and folders it works on; those that do not exist are left out. */
  paths?: readonly string[];
  /** Whether arguments after the name of the task are handed on to this step. @default false */
  takesArgs?: boolean;
  /** Whether it runs tests: they are counted, and a failure does not keep the next such step from running. @default false */
  counted?: boolean;
  /** Skip the step while the executable is newer than its sources. @default false */
  onlyWhenStale?: boolean;
}

/** What `deno task NAME` does: its steps in order, a name standing for all steps of that task. */
export interface Task {
  description: string;
  steps: readonly (Step | string)[];
}

/**
 * The steps of a task with every named task replaced by its own steps.
 *
 * @param tasks All tasks by name.
 * @param name The task to flatten.
 * @returns Its steps in the order in which they run.
 * @throws {RangeError} When no task has this name.
 */
export function flattenTask(tasks: Readonly<Record<string, Task>>, name: string): Step[] {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task === undefined) {
    throw new RangeError(`Cannot run task "${name}": there are only ${Object.keys(tasks).join(", ")}`);
  }
  return task.steps.flatMap((step) => typeof step === "string" ? flattenTask(tasks, step) : [step]);
}
