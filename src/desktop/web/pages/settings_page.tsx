import type { JSX } from "hono/jsx/jsx-runtime";
import type { DesktopSettings } from "../../data/desktop_settings.ts";
import { Layout } from "../parts/layout.tsx";
import { Note } from "../parts/note.tsx";
import { PostForm } from "../parts/post_form.tsx";
import type { PageContext } from "../view.ts";

/** What Settings shows. */
export interface SettingsPageProps {
  readonly context: PageContext;
  readonly settings: DesktopSettings;
  /** Where Desktop keeps everything. */
  readonly userDataDir: string;
  readonly version: string;
  readonly problem?: string | undefined;
}

/** The settings that are kept in days, as forms name them. */
export const RETENTION_FIELDS: readonly {
  readonly name: keyof DesktopSettings;
  readonly title: string;
  readonly help: string;
}[] = [
  { name: "keepRunsDays", title: "Runs", help: "Runs that have ended leave the lists. Runs that wait stay." },
  { name: "keepLogsDays", title: "Logs", help: "The run stays, without what it printed." },
  { name: "keepFilesDays", title: "Files and bundles", help: "Those that no run needs any more." },
];

/** The settings of the whole Desktop. */
export function SettingsPage(
  { context, settings, userDataDir, version, problem }: SettingsPageProps,
): JSX.Element {
  return (
    <Layout title="Settings" part="settings">
      <h1>Settings</h1>
      {context.done && <Note tone="ok">{context.done}</Note>}
      {problem && (
        <Note tone="bad" title="Nothing was changed">
          <p>{problem}</p>
        </Note>
      )}
      <section class="card" aria-labelledby="retention">
        <h2 id="retention">How long things are kept</h2>
        <p class="lead">What is older is removed once a day.</p>
        <PostForm action="/settings" csrf={context.csrf} class="fields" id="settings" isKept>
          {RETENTION_FIELDS.map(({ name, title, help }) => (
            <div class="field">
              <label for={name}>
                {title} <span class="must">days</span>
              </label>
              <input
                id={name}
                name={name}
                type="number"
                min={1}
                max={36500}
                step={1}
                value={settings[name] ?? undefined}
                placeholder={name === "keepLogsDays" ? "As long as the runs" : "For ever"}
                aria-describedby={`${name}-help`}
              />
              <p class="help" id={`${name}-help`}>
                {help} Leave it empty to keep them{" "}
                {name === "keepLogsDays" ? "as long as the runs" : "for ever"}.
              </p>
            </div>
          ))}
          <div class="actions">
            <button type="submit" class="main">Save</button>
          </div>
        </PostForm>
      </section>
      <section class="card" aria-labelledby="about">
        <h2 id="about">About</h2>
        <dl class="pairs">
          <dt>Version</dt>
          <dd>{version}</dd>
          <dt>User data</dt>
          <dd>
            <code>{userDataDir}</code>
          </dd>
        </dl>
      </section>
    </Layout>
  );
}
