import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyBlock } from "../parts/copy_block.tsx";
import type { ClientForm } from "../view.ts";
import { ProjectFrame, type ProjectFrameProps } from "./project_frame.tsx";

/** What the MCP tab shows. */
export interface ProjectMcpPageProps extends Pick<ProjectFrameProps, "context" | "view"> {
  /** The compact definition, as JSON. */
  readonly definition: string;
  readonly clients: readonly ClientForm[];
}

/** A project's MCP tab: what makes it a server of an AI client. */
export function ProjectMcpPage({ context, view, definition, clients }: ProjectMcpPageProps): JSX.Element {
  return (
    <ProjectFrame context={context} view={view} tab="mcp">
      <section aria-labelledby="definition">
        <h2 id="definition">Definition</h2>
        <p class="lead">
          Paste it into an AI client: every entrypoint becomes a tool, the client starts the server by itself,
          and each call is recorded here. It holds no key and no path of your project. Reconnect the client
          after the project has changed.
        </p>
        <CopyBlock id="mcp-definition" text={definition} label="definition" />
      </section>
      <section aria-labelledby="clients">
        <h2 id="clients">For your client</h2>
        <div class="card flush rows">
          {clients.map(({ name, title, where, text, next }) => (
            <details id={`client-${name}`}>
              <summary>
                <strong>{title}</strong>
              </summary>
              <div class="stack">
                <p class="lead">{where}</p>
                <CopyBlock id={`definition-${name}`} text={text} label={`definition for ${title}`} />
                <p class="lead">{next}</p>
              </div>
            </details>
          ))}
        </div>
      </section>
    </ProjectFrame>
  );
}
