import type { JSX } from "hono/jsx/jsx-runtime";
import { Field } from "../forms/field.tsx";
import { FaultLine } from "../forms/fault_line.tsx";
import { faultOf } from "../forms/fault_of.ts";
import { toAddress } from "../parts/address.ts";
import { Note } from "../parts/note.tsx";
import { PostForm } from "../parts/post_form.tsx";
import { Time } from "../parts/time.tsx";
import type { RunFormView } from "../view.ts";
import { ProjectFrame, type ProjectFrameProps } from "./project_frame.tsx";

/** What the Run tab shows. */
export interface ProjectRunPageProps extends Pick<ProjectFrameProps, "context" | "view"> {
  /** The form; undefined where the project cannot be opened. */
  readonly form?: RunFormView | undefined;
  /** Why it cannot be opened. */
  readonly problem?: string | undefined;
}

/** Begins the ids of the form's fields. */
const FORM = "p";

/** A project's Run tab: a form for each entrypoint. */
export function ProjectRunPage({ context, view, form, problem }: ProjectRunPageProps): JSX.Element {
  const { project, state } = view;
  return (
    <ProjectFrame context={context} view={view} tab="run">
      {form && <RunForm context={context} projectId={project.id} form={form} />}
      {!form && problem && state.state === "ready" && (
        <Note tone="bad" title="The project cannot be run">
          <pre>{problem}</pre>
          <p>
            <a href={`/projects/${project.id}/settings`}>Settings</a>{" "}
            shows what it asks for, and grants it. Reload this page once it is mended.
          </p>
        </Note>
      )}
    </ProjectFrame>
  );
}

function RunForm(
  { context, projectId, form }: {
    context: ProjectRunPageProps["context"];
    projectId: string;
    form: RunFormView;
  },
): JSX.Element {
  const { entrypoints, entrypoint, values, faults, problem, options, optionsFault, more, from } = form;
  const top = `/projects/${projectId}`;
  return (
    <>
      {entrypoints.length > 1 && (
        <nav class="chips" aria-label="Entrypoints">
          {entrypoints.map(({ id, title }) => (
            <a
              href={toAddress(top, { entrypoint: id })}
              aria-current={id === entrypoint.id ? "true" : undefined}
              title={title}
            >
              <bdi>{title}</bdi>
            </a>
          ))}
        </nav>
      )}
      <section class="card" aria-labelledby="entrypoint">
        <div>
          <h2 id="entrypoint">
            <bdi>{entrypoint.title}</bdi>
          </h2>
          {entrypoint.description && <p class="lead">{entrypoint.description}</p>}
        </div>
        {from && (
          <Note>
            <span>
              With the input of run <a class="mono" href={`/runs/${encodeURIComponent(from)}`}>{from}</a>.
            </span>
          </Note>
        )}
        {(problem || faults.length > 0) && (
          <Note tone="bad" title="The run was not started">
            {problem && <p>{problem}</p>}
            {faults.length > 0 && (
              <ul>
                {faults.map((fault) => <FaultLine fault={fault} form={FORM} />)}
              </ul>
            )}
          </Note>
        )}
        {optionsFault && (
          <Note tone="bad" title="The workflow could not work out its choices">
            <pre>{optionsFault}</pre>
          </Note>
        )}
        {form.areOptionsComing && (
          <Note tone="wait" title="The workflow is still working out its choices">
            <p>Update choices shows them once they are there. What you enter meanwhile is kept.</p>
          </Note>
        )}
        <PostForm
          id={toFormId(entrypoint)}
          action={toAddress(`${top}/run`, { entrypoint: entrypoint.id })}
          csrf={context.csrf}
          class="fields"
          isKept
          onEnter="run"
          draft={`${top}/draft`}
        >
          <input type="hidden" name="entrypoint" value={entrypoint.id} />
          {entrypoint.params.length === 0 && <p class="soft">It takes no input.</p>}
          {entrypoint.params.map((param) => (
            <Field
              form={FORM}
              param={param}
              value={values[param.name]}
              options={Object.hasOwn(options, param.name) ? options[param.name] : undefined}
              fault={faultOf(param.name, faults)}
              more={more === param.name ? 2 : 1}
            />
          ))}
          <div class="actions">
            <button type="submit" class="main" name="do" value="run">Run</button>
            {entrypoint.dynamic && (
              <button type="submit" name="do" value="options" formnovalidate>Update choices</button>
            )}
            <span class="soft" id="draft-state" role="status"></span>
          </div>
        </PostForm>
      </section>
      {entrypoint.params.length > 0 && <Defaults context={context} top={top} form={form} />}
    </>
  );
}

/** What is left in the form can become the defaults of the MCP tool, but only by a decision. */
function Defaults(
  { context, top, form }: { context: ProjectRunPageProps["context"]; top: string; form: RunFormView },
): JSX.Element {
  const { entrypoint, savedAt, hasDefaults } = form;
  return (
    <section aria-labelledby="defaults">
      <h2 id="defaults">Defaults of the MCP tool</h2>
      <p class="lead">
        {hasDefaults
          ? "AI clients get the values that stood here when you pressed Use as MCP defaults. Press it again to give them what stands here now, from their next connection on."
          : "What you leave in this form is kept as a draft. AI clients see the workflow's own defaults until you say otherwise. Secrets and files never become defaults."}
      </p>
      <div class="actions">
        <button type="submit" form={toFormId(entrypoint)} name="do" value="defaults" formnovalidate>
          Use as MCP defaults
        </button>
        {hasDefaults && (
          <PostForm action={`${top}/clear-defaults`} csrf={context.csrf}>
            <input type="hidden" name="entrypoint" value={entrypoint.id} />
            <button type="submit">Back to the workflow's own</button>
          </PostForm>
        )}
        {savedAt !== undefined && (
          <span class="soft">
            Draft saved <Time at={savedAt} now={context.now} />
          </span>
        )}
      </div>
    </section>
  );
}

function toFormId({ id }: { readonly id: string }): string {
  return `run-${id}`;
}
