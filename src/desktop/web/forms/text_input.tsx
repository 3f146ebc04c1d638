import type { JSX } from "hono/jsx/jsx-runtime";
import type { ParamSpec } from "../../../core/spec.ts";
import type { ControlProps } from "./control.ts";

/** A text is written in one line if it says that it is short or has a form. */
const MOST_LINE_LENGTH = 120;

const INPUT_TYPES: Readonly<Record<NonNullable<ParamSpec["format"]>, string>> = {
  date: "date",
  "date-time": "text",
  time: "text",
  email: "email",
  uri: "url",
};
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T09:00:00Z",
  time: "09:00:00Z",
};

/** What {@linkcode TextInput} is besides a control. */
export interface TextInputProps extends ControlProps {
  /** Names it where it has no label element. */
  readonly label?: string;
  /** Whether it is one line of a list. @default false */
  readonly isItem?: boolean;
}

/** A control that is typed into. */
export function TextInput(props: TextInputProps): JSX.Element {
  const { id, name, param, value, describedBy, fault, label, isItem = false } = props;
  const shown = value ?? (isItem ? undefined : param.default);
  const isSecret = "secret" in param && param.secret;
  const common = {
    id,
    name,
    required: param.required && !isItem,
    "aria-describedby": describedBy,
    "aria-invalid": fault ? "true" : undefined,
    "aria-label": label,
  };
  if (isSecret) return <input {...common} type="password" autocomplete="off" />;
  const text = shown === undefined ? undefined : String(shown);
  if (param.type === "number") {
    const step = param.integer ? "1" : "any";
    return (
      <input {...common} type="number" step={step} min={param.minimum} max={param.maximum} value={text} />
    );
  }
  if (param.type === "file") {
    return (
      <input {...common} class="mono" spellcheck={false} placeholder="/home/me/report.pdf" value={text} />
    );
  }
  const isLine = isItem || param.format !== undefined || param.pattern !== undefined ||
    (param.maxLength ?? Infinity) <= MOST_LINE_LENGTH;
  const rules = { maxlength: param.maxLength, minlength: param.minLength };
  if (!isLine) return <textarea {...common} {...rules} rows={2}>{text}</textarea>;
  const format = param.format ?? "";
  return (
    <input
      {...common}
      {...rules}
      type={param.format ? INPUT_TYPES[param.format] : "text"}
      placeholder={PLACEHOLDERS[format]}
      value={text}
    />
  );
}
