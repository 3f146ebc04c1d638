import type { JSX } from "hono/jsx/jsx-runtime";
import { Layout } from "../parts/layout.tsx";
import { Note } from "../parts/note.tsx";
import { Pager } from "../parts/pager.tsx";
import { PostForm } from "../parts/post_form.tsx";
import { toAddress } from "../parts/address.ts";
import { type RunFilter, RunFilters } from "../parts/run_filters.tsx";
import { RunList } from "../parts/run_list.tsx";
import { count } from "../parts/words.ts";
import { ProjectCardView } from "../parts/project_card.tsx";
import type { PageContext, ProjectCard, RunCounts, RunPage } from "../view.ts";

/** So many projects do not push the tasks out of sight. */
const MOST_CARDS = 9;

/** What Home shows. */
export interface HomePageProps {
  readonly context: PageContext;
  readonly projects: readonly ProjectCard[];
  readonly page: RunPage;
  readonly counts: RunCounts;
  readonly filter: RunFilter;
  /** What somebody wanted to add, and why that did not work. */
  readonly refused?: { readonly dir: string; readonly reason: string } | undefined;
}

/** Home: the projects, and what ran lately. */
export function HomePage(props: HomePageProps): JSX.Element {
  const { context, projects, page, counts, filter, refused } = props;
  const { status, project, search, cursor } = filter;
  const total = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
  const isFiltered = Boolean(status || project || search);
  const query = { status, project, q: search };
  return (
    <Layout title="Home" part="home">
      <h1 class="unseen">Home</h1>
      {context.done && <Note tone="ok">{context.done}</Note>}
      <section aria-labelledby="projects">
        <div class="head">
          <h2 id="projects">Projects</h2>
        </div>
        {projects.length === 0 ? <NoProjects context={context} refused={refused} /> : (
          <>
            <Cards projects={projects.slice(0, MOST_CARDS)} now={context.now} />
            {projects.length > MOST_CARDS && (
              <details id="more-projects">
                <summary>{count(projects.length - MOST_CARDS, "more project")}</summary>
                <Cards projects={projects.slice(MOST_CARDS)} now={context.now} />
              </details>
            )}
            <details id="add" open={refused !== undefined}>
              <summary>Add a project</summary>
              <AddProject csrf={context.csrf} refused={refused} />
            </details>
          </>
        )}
      </section>
      <section aria-labelledby="tasks">
        <h2 id="tasks">Recent tasks</h2>
        {total === 0 ? <NoRuns hasProjects={projects.length > 0} /> : (
          <>
            <RunFilters
              path="/"
              filter={filter}
              counts={counts}
              projects={projects.map((card) => card.project)}
            />
            {page.runs.length > 0
              ? <RunList runs={page.runs} now={context.now} hasProjects />
              : (
                <div class="empty">
                  <p>No task fits.</p>
                  {isFiltered && <a href="/">Show all tasks</a>}
                </div>
              )}
            <Pager
              first={cursor ? toAddress("/", query) : undefined}
              next={page.nextCursor && toAddress("/", { ...query, cursor: page.nextCursor })}
            />
          </>
        )}
      </section>
    </Layout>
  );
}

function Cards({ projects, now }: { projects: readonly ProjectCard[]; now: number }): JSX.Element {
  return <div class="cards">{projects.map((card) => <ProjectCardView card={card} now={now} />)}</div>;
}

function NoProjects({ context, refused }: Pick<HomePageProps, "context" | "refused">): JSX.Element {
  return (
    <div class="empty">
      <h3>Add your first workflow project</h3>
      <p>
        A workflow project is a folder with a <code>package.json</code> whose <code>projectType</code> is{" "}
        <code>"workflow"</code>. Once it is here, you can run it from a form, give it to an AI client, and see
        every call that is made. <code>workflow-code init</code> makes a new one.
      </p>
      <AddProject csrf={context.csrf} refused={refused} />
    </div>
  );
}

function AddProject({ csrf, refused }: { csrf: string; refused: HomePageProps["refused"] }): JSX.Element {
  return (
    <PostForm action="/projects" csrf={csrf} class="fields" id="add-project" isKept>
      <div class="field">
        <label for="dir">Project folder</label>
        <input
          id="dir"
          name="dir"
          class="mono"
          required
          spellcheck={false}
          placeholder="/home/me/invoice-triage"
          value={refused?.dir}
          aria-describedby={refused ? "dir-fault" : "dir-help"}
          aria-invalid={refused ? "true" : undefined}
        />
        {refused
          ? <p class="fault" id="dir-fault">{refused.reason}</p>
          : <p class="help" id="dir-help">Its absolute path. Nothing is granted to it yet.</p>}
      </div>
      <div class="actions">
        <button type="submit" class="main">Add project</button>
      </div>
    </PostForm>
  );
}

function NoRuns({ hasProjects }: { hasProjects: boolean }): JSX.Element {
  return (
    <div class="empty">
      <h3>Nothing has run yet</h3>
      <p>
        {hasProjects
          ? "Open a project to run it from its form, or copy its definition from the MCP tab into an AI client. Each call appears here while it runs."
          : "What your projects do appears here: each run with its status, how long it took, its output, steps and log."}
      </p>
    </div>
  );
}
