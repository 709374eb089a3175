const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** HTML that the service wrote itself. */
export class Html {
  private constructor(readonly text: string) {}

  /** The HTML of a constant of the service, to the letter. */
  static constant(text: string): Html {
    return new Html(text);
  }

  static join(strings: readonly string[], values: readonly Value[]): Html {
    return new Html(strings.map((part, index) => part + (index < values.length ? textOf(values[index]!) : '')).join(''));
  }
}

type Value = string | number | Html | false | readonly Html[];

function textOf(value: Value): string {
  if (value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return escaped(String(value));
}

/**
 * A template of HTML. Texts are escaped for elements and for attributes in quotes; `Html` is inserted as it is, and `false` as nothing.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html => Html.join(strings, values);
