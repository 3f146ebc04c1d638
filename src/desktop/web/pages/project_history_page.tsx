import type { JSX } from "hono/jsx/jsx-runtime";
import { toAddress } from "../parts/address.ts";
import { Pager } from "../parts/pager.tsx";
import { type RunFilter, RunFilters } from "../parts/run_filters.tsx";
import { RunList } from "../parts/run_list.tsx";
import type { RunCounts, RunPage } from "../view.ts";
import { ProjectFrame, type ProjectFrameProps } from "./project_frame.tsx";

/** What the History tab shows. */
export interface ProjectHistoryPageProps extends Pick<ProjectFrameProps, "context" | "view"> {
  readonly page: RunPage;
  readonly counts: RunCounts;
  readonly filter: RunFilter;
}

/** A project's History tab. */
export function ProjectHistoryPage(
  { context, view, page, counts, filter }: ProjectHistoryPageProps,
): JSX.Element {
  const path = `/projects/${view.project.id}/history`;
  const { status, search, cursor } = filter;
  const query = { status, q: search };
  return (
    <ProjectFrame context={context} view={view} tab="history">
      <section aria-label="Runs">
        {view.runs === 0
          ? (
            <div class="empty">
              <h3>This project has not run yet</h3>
              <p>
                Start it from the <a href={`/projects/${view.project.id}`}>Run</a>{" "}
                tab, or give it to an AI client with the definition in the{" "}
                <a href={`/projects/${view.project.id}/mcp`}>MCP</a> tab.
              </p>
            </div>
          )
          : (
            <>
              <RunFilters path={path} filter={filter} counts={counts} />
              {page.runs.length > 0 ? <RunList runs={page.runs} now={context.now} /> : (
                <div class="empty">
                  <p>No run fits.</p>
                  <a href={path}>Show all runs</a>
                </div>
              )}
              <Pager
                first={cursor ? toAddress(path, query) : undefined}
                next={page.nextCursor && toAddress(path, { ...query, cursor: page.nextCursor })}
              />
            </>
          )}
      </section>
    </ProjectFrame>
  );
}
