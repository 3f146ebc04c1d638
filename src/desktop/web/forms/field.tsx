import type { JSX } from "hono/jsx/jsx-runtime";
import type { ParamSpec, ParamValue } from "../../../core/spec.ts";
import { Choices } from "./choices.tsx";
import type { ControlProps, FieldProps } from "./control.ts";
import { toFieldName } from "./field_name.ts";
import { hasTwoStates } from "./has_two_states.ts";
import { TextInput } from "./text_input.tsx";

const MOST_RADIOS = 5;

/** A param or field: label, control, help and what is wrong. */
export function Field(props: FieldProps): JSX.Element {
  const { param, fault, form } = props;
  const id = `${form}-${param.name}`;
  const help = toHelp(param);
  const describedBy = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(" ") || undefined;
  const control: ControlProps = { ...props, id, name: toFieldName(param.name), describedBy };
  const options = props.options ?? param.options;
  const below = (
    <>
      {help && <p class="help" id={`${id}-help`}>{help}</p>}
      {fault && <p class="fault" id={`${id}-fault`}>{fault}</p>}
    </>
  );
  if (hasTwoStates(param)) {
    const isOn = (props.value ?? param.default) === true;
    return (
      <div class="field">
        <label class="choice">
          <input
            type="checkbox"
            id={id}
            name={control.name}
            value="true"
            checked={isOn}
            aria-describedby={describedBy}
          />
          <span>{titleOf(param)}</span>
        </label>
        {below}
      </div>
    );
  }
  const isGroup = param.multiple || param.type === "boolean" || (options && options.length <= MOST_RADIOS);
  if (isGroup) {
    return (
      <fieldset class="field" id={id} aria-describedby={describedBy}>
        <legend>
          <Title param={param} />
        </legend>
        {options || (param.type === "boolean" && !param.multiple)
          ? <Choices {...control} options={options} />
          : <Lines {...control} />}
        {below}
      </fieldset>
    );
  }
  return (
    <div class="field">
      <label for={id}>
        <Title param={param} />
      </label>
      {options ? <Select {...control} options={options} /> : <TextInput {...control} />}
      {below}
    </div>
  );
}

function Title({ param }: { param: ParamSpec }): JSX.Element {
  return (
    <>
      <bdi>{titleOf(param)}</bdi> {param.required && <span class="must">required</span>}
    </>
  );
}

function Select({ id, name, param, value, options = [], describedBy }: ControlProps): JSX.Element {
  const chosen = value ?? param.default;
  return (
    <select id={id} name={name} required={param.required} aria-describedby={describedBy}>
      {(!param.required || chosen === undefined) && (
        <option value="">{param.required ? "Choose…" : "None"}</option>
      )}
      {options.map((option) => (
        <option value={String(option.value)} selected={option.value === chosen}>
          {option.label ?? option.value}
        </option>
      ))}
    </select>
  );
}

/** A list of texts: a line for each that is there, and empty ones for more. */
function Lines(props: ControlProps): JSX.Element {
  const { id, param, more = 1 } = props;
  const value = props.value ?? param.default;
  const items: readonly ParamValue[] = Array.isArray(value) ? value : [];
  const lines = [...items, ...Array.from({ length: more }, () => undefined)];
  return (
    <div class="items">
      {lines.map((item, index) => (
        <TextInput
          {...props}
          id={`${id}-${index}`}
          value={item}
          label={`${titleOf(param)}, ${index + 1}`}
          isItem
        />
      ))}
      <button type="submit" class="quiet" name="more" value={param.name} formnovalidate data-secondary>
        Add a line
      </button>
    </div>
  );
}

function toHelp(param: ParamSpec): string | undefined {
  const file = param.type === "file"
    ? "The absolute path of a file on this machine, up to 50 MiB."
    : undefined;
  return [param.description, file].filter(Boolean).join(" ") || undefined;
}

function titleOf({ title, name }: ParamSpec): string {
  return title ?? name;
}
