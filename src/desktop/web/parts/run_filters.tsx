import type { JSX } from "hono/jsx/jsx-runtime";
import type { RunCounts } from "../view.ts";
import { toAddress } from "./address.ts";
import { STATUS_FILTERS } from "./status_words.ts";

/** Which runs a list shows. */
export interface RunFilter {
  /** The name of one of the status filters. */
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  /** A Desktop project id. */
  readonly project?: string | undefined;
  readonly cursor?: string | undefined;
}

/** What {@linkcode RunFilters} shows. */
export interface RunFiltersProps {
  readonly path: string;
  readonly filter: RunFilter;
  readonly counts: RunCounts;
  /** The projects to choose from; none where the list is of one project. */
  readonly projects?: readonly { readonly id: string; readonly name: string }[];
}

/** Narrows a list of runs by status, project and text. */
export function RunFilters({ path, filter, counts, projects = [] }: RunFiltersProps): JSX.Element {
  const { status, search, project } = filter;
  const all = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
  const chips = [
    { title: "All", name: undefined, count: all },
    ...STATUS_FILTERS.map(({ name, title, statuses }) => ({
      name,
      title,
      count: statuses.reduce((sum, one) => sum + (counts[one] ?? 0), 0),
    })).filter(({ name, count }) => count > 0 || name === status),
  ];
  return (
    <div class="head">
      <nav class="chips" aria-label="Status">
        {chips.map((chip) => (
          <a
            href={toAddress(path, { status: chip.name, project, q: search })}
            aria-current={chip.name === status ? "true" : undefined}
            class={chip.name === "waiting" ? "is-waiting_for_input tinted" : undefined}
          >
            {chip.title} {chip.count.toLocaleString("en-US")}
          </a>
        ))}
      </nav>
      <form class="filters" method="get" action={path} role="search" aria-label="Runs">
        {status && <input type="hidden" name="status" value={status} />}
        {projects.length > 1 && (
          <select name="project" aria-label="Project">
            <option value="">All projects</option>
            {projects.map(({ id, name }) => <option value={id} selected={id === project}>{name}</option>)}
          </select>
        )}
        <input
          type="search"
          name="q"
          value={search}
          placeholder={projects.length > 0 ? "Task, project or run id" : "Task or run id"}
          aria-label="Search runs"
        />
        <button type="submit">Search</button>
      </form>
    </div>
  );
}
