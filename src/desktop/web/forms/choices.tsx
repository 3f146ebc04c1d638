import type { JSX } from "hono/jsx/jsx-runtime";
import type { OptionSpec, ParamValue } from "../../../core/spec.ts";
import type { ControlProps } from "./control.ts";

const YES_NO: readonly { readonly value: boolean; readonly label: string }[] = [
  { value: true, label: "Yes" },
  { value: false, label: "No" },
];

/** Choices to pick one or several of: radio buttons or boxes to tick. */
export function Choices({ id, name, param, value, options }: ControlProps): JSX.Element {
  const chosen = value ?? param.default;
  const isChosen = (option: ParamValue) =>
    Array.isArray(chosen) ? chosen.includes(option) : chosen === option;
  const all: readonly (OptionSpec | typeof YES_NO[number])[] = param.type === "boolean"
    ? YES_NO
    : options ?? [];
  const isOptional = !param.multiple && !param.required && param.default === undefined;
  const isShort = all.every((option) => String(option.label ?? option.value).length <= 18);
  return (
    <div class={isShort ? "choices row" : "choices"}>
      {isOptional && (
        <label class="choice">
          <input type="radio" name={name} value="" checked={chosen === undefined || chosen === ""} />
          <span class="soft">None</span>
        </label>
      )}
      {all.map((option, index) => (
        <label class="choice">
          <input
            type={param.multiple ? "checkbox" : "radio"}
            id={`${id}-${index}`}
            name={name}
            value={String(option.value)}
            checked={isChosen(option.value)}
            required={param.required && !param.multiple}
          />
          <bdi>{option.label ?? option.value}</bdi>
        </label>
      ))}
      {all.length === 0 && <p class="soft">There is nothing to choose from.</p>}
    </div>
  );
}
