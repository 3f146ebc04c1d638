import type { JSX } from "hono/jsx/jsx-runtime";
import type { DesktopProject, DesktopRelation } from "../../data/desktop_project.ts";
import { Note } from "../parts/note.tsx";
import { PostForm } from "../parts/post_form.tsx";
import type { Asked, PageContext } from "../view.ts";
import { ProjectFrame, type ProjectFrameProps } from "./project_frame.tsx";

/** What the Settings tab shows. */
export interface ProjectSettingsPageProps extends Pick<ProjectFrameProps, "context" | "view"> {
  /** What the manifest asks for; undefined where it cannot be read. */
  readonly asked?: Asked | undefined;
  readonly relations: readonly DesktopRelation[];
  /** Every other project that could be related. */
  readonly others: readonly DesktopProject[];
  /** Why the last change was refused. */
  readonly problem?: string | undefined;
}

/** A project's Settings tab: what it is granted, its relations, and its end. */
export function ProjectSettingsPage(props: ProjectSettingsPageProps): JSX.Element {
  const { context, view, asked, problem } = props;
  const top = `/projects/${view.project.id}`;
  return (
    <ProjectFrame context={context} view={view} tab="settings">
      {problem && (
        <Note tone="bad" title="Nothing was changed">
          <pre>{problem}</pre>
        </Note>
      )}
      {asked && <Grants context={context} project={view.project} asked={asked} top={top} />}
      {asked && asked.related.length > 0 && <Relations {...props} asked={asked} top={top} />}
      <section class="card" aria-labelledby="remove">
        <h2 id="remove">Remove</h2>
        <p class="lead">
          The project leaves Desktop, and AI clients can no longer start it with its definition. Its folder
          stays as it is, and so do the runs that are recorded.
        </p>
        <PostForm action={`${top}/remove`} csrf={context.csrf} class="actions">
          <label class="choice">
            <input type="checkbox" name="sure" value="yes" required />
            <span>Yes, remove {view.project.name}</span>
          </label>
          <button type="submit" class="danger">Remove project</button>
        </PostForm>
      </section>
    </ProjectFrame>
  );
}

function Grants(
  { context, project, asked, top }: {
    context: PageContext;
    project: DesktopProject;
    asked: Asked;
    top: string;
  },
): JSX.Element {
  // What was granted and is no longer asked for is shown, so that it can be taken back.
  const keys = [...new Set([...asked.inheritEnv, ...project.allowInheritEnv])];
  const folders = [...new Set([...asked.read, ...project.allowRead])];
  const isNothing = keys.length === 0 && folders.length === 0 && asked.mcpServers.length === 0;
  return (
    <section class="card" aria-labelledby="grants">
      <h2 id="grants">What it may do</h2>
      {isNothing ? null : (
        <p class="lead">
          Its manifest asks, you grant: nothing below is granted until you tick it and save. The project does
          not run until all that it asks for is granted.
        </p>
      )}
      {asked.given.length > 0 && (
        <div>
          <h3>By its manifest alone</h3>
          <ul class="soft">{asked.given.map((line) => <li>It {line}</li>)}</ul>
        </div>
      )}
      <PostForm action={`${top}/allow`} csrf={context.csrf} class="fields" id="allow" isKept>
        {keys.length > 0 && (
          <Grant
            title="Environment variables"
            help="Their values are taken from the environment in which the server starts, and are never kept or shown."
            name="env"
            items={keys}
            granted={project.allowInheritEnv}
            asked={asked.inheritEnv}
          />
        )}
        {folders.length > 0 && (
          <Grant
            title="Folders outside of the project"
            help="Runs may read what is in them."
            name="read"
            items={folders}
            granted={project.allowRead}
            asked={asked.read}
          />
        )}
        {(asked.mcpServers.length > 0 || project.mcpServersFile) && (
          <div class="field">
            <label for="mcp-servers">File with MCP server definitions</label>
            <input
              id="mcp-servers"
              name="mcp-servers"
              class="mono"
              value={project.mcpServersFile}
              spellcheck={false}
              placeholder="/home/me/mcp-servers.json"
              aria-describedby="mcp-servers-help"
            />
            <p class="help" id="mcp-servers-help">
              {asked.mcpServers.length > 0 && (
                <>
                  It asks for the server{asked.mcpServers.length > 1 && "s"}{" "}
                  <code>{asked.mcpServers.join(", ")}</code>.
                  {" "}
                </>
              )}
              The absolute path of a JSON file, such as{" "}
              <code>{toExample(asked.mcpServers[0])}</code>. Of the servers in it, those that the project asks
              for are started.
            </p>
          </div>
        )}
        {isNothing
          ? <p class="soft">It asks for nothing that you would have to grant.</p>
          : (
            <div class="actions">
              <button type="submit" class="main">Save what is granted</button>
            </div>
          )}
      </PostForm>
    </section>
  );
}

function toExample(id = "tools"): string {
  return JSON.stringify([{ id, command: ["/absolute/program"] }]);
}

function Grant(
  { title, help, name, items, granted, asked }: {
    title: string;
    help: string;
    name: string;
    items: readonly string[];
    granted: readonly string[];
    asked: readonly string[];
  },
): JSX.Element {
  return (
    <fieldset class="field" aria-describedby={`${name}-help`}>
      <legend>{title}</legend>
      <div class="choices">
        {items.map((item) => (
          <label class="choice">
            <input type="checkbox" name={name} value={item} checked={granted.includes(item)} />
            <span>
              <code>{item}</code>
              {!asked.includes(item) && <small class="soft">no longer asked for</small>}
            </span>
          </label>
        ))}
      </div>
      <p class="help" id={`${name}-help`}>{help}</p>
    </fieldset>
  );
}

function Relations(
  { context, asked, relations, others, top }: ProjectSettingsPageProps & { asked: Asked; top: string },
): JSX.Element {
  return (
    <section class="card" aria-labelledby="relations">
      <h2 id="relations">Related projects</h2>
      <p class="lead">
        Its manifest names these. A relation holds once both manifests name each other; clients see it at
        their next connection.
      </p>
      {asked.related.map(({ alias, projectId }) => {
        const fitting = others.filter((other) => other.projectId === projectId);
        const chosen = relations.find((relation) => relation.alias === alias)?.otherId;
        return (
          <PostForm action={`${top}/relations`} csrf={context.csrf} class="actions">
            <input type="hidden" name="alias" value={alias} />
            <label class="label" for={`relation-${alias}`}>{alias}</label>
            {fitting.length > 0
              ? (
                <>
                  <select id={`relation-${alias}`} name="other">
                    <option value="">Not related</option>
                    {fitting.map(({ id, name, dir }) => (
                      <option value={id} selected={id === chosen}>{`${name} (${dir})`}</option>
                    ))}
                  </select>
                  <button type="submit">Save</button>
                </>
              )
              : (
                <span class="soft">
                  Add the project with id <code>{projectId}</code> to Desktop first.
                </span>
              )}
          </PostForm>
        );
      })}
    </section>
  );
}
