import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Crumbs } from "../parts/crumbs.tsx";
import { Layout } from "../parts/layout.tsx";
import { Note } from "../parts/note.tsx";
import { STATE_WORDS } from "../parts/project_card.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { PageContext, ProjectView } from "../view.ts";

/** What each tab of a project has around it. */
export interface ProjectFrameProps {
  readonly context: PageContext;
  readonly view: ProjectView;
  readonly tab: "run" | "history" | "mcp" | "settings";
  readonly children?: Child;
}

const TITLES = { run: "Run", history: "History", mcp: "MCP", settings: "Settings" } as const;

/** A project's name, place and tabs, around one of them. */
export function ProjectFrame({ context, view, tab, children }: ProjectFrameProps): JSX.Element {
  const { project, state, runs } = view;
  const top = `/projects/${project.id}`;
  const hrefs = {
    run: top,
    history: `${top}/history`,
    mcp: `${top}/mcp`,
    settings: `${top}/settings`,
  } as const;
  const tabs = (["run", "history", "mcp", "settings"] as const).map((name) => ({
    title: TITLES[name],
    href: hrefs[name],
    ...(name === "history" ? { count: runs } : {}),
  }));
  return (
    <Layout title={`${project.name}: ${TITLES[tab]}`}>
      <div class="stack">
        <Crumbs steps={[{ title: project.name }]} />
        <h1>
          <bdi>{project.name}</bdi>
        </h1>
        <p class="facts">
          <code>{project.dir}</code>
        </p>
        {context.done && <Note tone="ok">{context.done}</Note>}
        {state.state !== "ready" && (
          <Note tone="bad" title={STATE_WORDS[state.state]}>
            <pre>{state.reason}</pre>
          </Note>
        )}
      </div>
      <Tabs label="Project" tabs={tabs} open={hrefs[tab]} />
      {children}
    </Layout>
  );
}
