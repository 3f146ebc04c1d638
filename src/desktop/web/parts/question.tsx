import type { JSX } from "hono/jsx/jsx-runtime";
import { Field } from "../forms/field.tsx";
import { FaultLine } from "../forms/fault_line.tsx";
import { faultOf } from "../forms/fault_of.ts";
import type { PageContext, QuestionView } from "../view.ts";
import { Note } from "./note.tsx";
import { PostForm } from "./post_form.tsx";
import { toShownText } from "./shown_text.ts";

/** What a run waits for: a form that a person answers, or a decision. */
export function Question(
  { context, runId, question }: { context: PageContext; runId: string; question: QuestionView },
): JSX.Element {
  const { request: { key, kind, message, fields }, values, faults, problem } = question;
  const id = `question-${toId(key)}`;
  const isApproval = kind === "approve";
  return (
    <section class="card ask" aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{isApproval ? "It waits for your decision" : "It waits for your answer"}</h2>
      <p class="message">
        <bdi>{toShownText(message)}</bdi>
      </p>
      {(problem || faults.length > 0) && (
        <Note tone="bad" title="The answer was not taken">
          {problem && <p>{problem}</p>}
          {faults.length > 0 && (
            <ul>
              {faults.map((fault) => <FaultLine fault={fault} form={id} />)}
            </ul>
          )}
        </Note>
      )}
      <PostForm
        action={`/runs/${encodeURIComponent(runId)}/answer`}
        csrf={context.csrf}
        class="fields"
        id={`${id}-form`}
        isKept
        {...(isApproval ? {} : { onEnter: "accept" })}
      >
        <input type="hidden" name="key" value={key} />
        {fields.filter(({ name }) => !isApproval || name !== "approved").map((field) => (
          <Field form={id} param={field} value={values[field.name]} fault={faultOf(field.name, faults)} />
        ))}
        <div class="actions">
          {isApproval
            ? (
              <>
                <button type="submit" class="main" name="do" value="approve">Approve</button>
                <button type="submit" class="danger" name="do" value="refuse">Do not approve</button>
              </>
            )
            : (
              <>
                <button type="submit" class="main" name="do" value="accept">Answer</button>
                <button type="submit" name="do" value="decline" formnovalidate>Decline</button>
              </>
            )}
        </div>
      </PostForm>
    </section>
  );
}

/** Keys may hold any letter. */
function toId(key: string): string {
  return key.replace(/[^A-Za-z0-9_-]/g, (letter) => `.${letter.codePointAt(0)?.toString(16)}.`);
}
