import type { RecentRunsOptions } from "../../data/desktop_database.ts";
import type { RunFilter } from "../parts/run_filters.tsx";
import { STATUS_FILTERS } from "../parts/status_words.ts";

const PAGE_SIZE = 50;
const MOST_SEARCH = 200;

/**
 * Reads which runs a list is to show.
 *
 * @param query The query of the address; what makes no sense is left out.
 * @returns The filter, as pages show it.
 */
export function readRunFilter(query: Readonly<Record<string, string>>): RunFilter {
  const { status, q, project, cursor } = query;
  return {
    status: STATUS_FILTERS.some(({ name }) => name === status) ? status : undefined,
    search: q?.trim().slice(0, MOST_SEARCH) || undefined,
    project: project || undefined,
    cursor: cursor || undefined,
  };
}

/**
 * What the database is asked for a filter.
 *
 * @param filter The filter.
 * @returns The options of one page.
 */
export function toRunQuery({ status, search, project, cursor }: RunFilter): RecentRunsOptions {
  const statuses = STATUS_FILTERS.find(({ name }) => name === status)?.statuses;
  return {
    limit: PAGE_SIZE,
    ...(statuses ? { status: statuses } : {}),
    ...(search === undefined ? {} : { search }),
    ...(project === undefined ? {} : { desktopProjectId: project }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
