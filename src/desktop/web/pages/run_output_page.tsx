import type { JSX } from "hono/jsx/jsx-runtime";
import type { FileReference } from "../output/file_reference.ts";
import { ValueView } from "../output/value_view.tsx";
import { CopyBlock } from "../parts/copy_block.tsx";
import { OPEN_STATUSES } from "../parts/status_words.ts";
import { RunFrame, type RunFrameProps, toRunAddress } from "./run_frame.tsx";

/** A longer JSON is for download only. */
const MOST_JSON = 200_000;

/** The files of a run that can be downloaded. */
export interface OfferedFiles {
  /** Where a file can be downloaded; undefined where it cannot. */
  toHref(file: FileReference): string | undefined;
  list(): readonly FileReference[];
}

/** What the Output tab shows. */
export interface RunOutputPageProps extends Pick<RunFrameProps, "context" | "view"> {
  readonly files: OfferedFiles;
}

/** A run's Output tab. */
export function RunOutputPage({ context, view, files }: RunOutputPageProps): JSX.Element {
  const { run } = view;
  const output = run.report?.result.data.output ?? null;
  const isOpen = OPEN_STATUSES.includes(run.status);
  return (
    <RunFrame context={context} view={view} tab="output">
      <section aria-label="Output">
        {output === null
          ? (
            <div class="empty">
              <p>
                {isOpen
                  ? "There is no output yet. It appears here when the run ends."
                  : "This run has no output."}
              </p>
            </div>
          )
          : (
            <>
              <div class="card">
                <ValueView value={output} toFileHref={(file) => files.toHref(file)} />
              </div>
              <Json runId={run.runId} output={output} />
            </>
          )}
      </section>
      <Files files={files} />
    </RunFrame>
  );
}

/** What the run has made, whether its output names it or not. */
function Files({ files }: { files: OfferedFiles }): JSX.Element | null {
  const list = files.list();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="files">
      <h2 id="files">Files</h2>
      <div class="card">
        <ValueView value={list} toFileHref={(file) => files.toHref(file)} />
      </div>
    </section>
  );
}

function Json({ runId, output }: { runId: string; output: unknown }): JSX.Element {
  const text = JSON.stringify(output, null, 2);
  const download = (
    <a href={`${toRunAddress(runId)}/output.json`} download={`${runId}.json`}>Download as JSON</a>
  );
  if (text.length > MOST_JSON) return <p class="actions">{download}</p>;
  return (
    <details id="json">
      <summary>JSON</summary>
      <div class="stack">
        <CopyBlock id="output-json" text={text} label="output as JSON" />
        <p>{download}</p>
      </div>
    </details>
  );
}
