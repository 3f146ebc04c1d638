import type { JSX } from "hono/jsx/jsx-runtime";
import type { ProjectCard, ProjectState } from "../view.ts";
import { Status } from "./status.tsx";
import { Time } from "./time.tsx";
import { count } from "./words.ts";

/** What is wrong with a project, in two words. */
export const STATE_WORDS: Readonly<Record<ProjectState["state"], string>> = {
  ready: "Ready",
  moved: "Folder is gone",
  changed_id: "Has another id",
  broken: "Cannot be served",
};

/** A project on Home. */
export function ProjectCardView({ card, now }: { card: ProjectCard; now: number }): JSX.Element {
  const { project, state, counts, last } = card;
  const runs = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
  const waiting = counts.waiting_for_input ?? 0;
  return (
    <article class="card project" id={`project-${project.id}`}>
      <h3>
        <a href={`/projects/${project.id}`}>
          <bdi>{project.name}</bdi>
        </a>
      </h3>
      <p class="path mono" title={project.dir}>{project.dir}</p>
      <p class="facts">
        {state.state !== "ready" && <strong class="status is-failed">{STATE_WORDS[state.state]}</strong>}
        {waiting > 0 && <span class="status is-waiting_for_input">{waiting} waiting</span>}
        {last && waiting === 0 && state.state === "ready" && <Status status={last.status} />}
        {last ? <Time at={last.startedAt} now={now} /> : <span>Not run yet</span>}
        {runs > 0 && <span>{count(runs, "run")}</span>}
      </p>
    </article>
  );
}
