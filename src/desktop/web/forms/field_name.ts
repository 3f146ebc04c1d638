/**
 * What the control of a param is called in an HTML form, so that no param is taken for what a form carries besides.
 *
 * @param param The param's name.
 * @returns The control's name.
 */
export function toFieldName(param: string): string {
  return `value.${param}`;
}
