import { blankToNull, boolean, type Infer, INT32_MAX, integer, list, nullable, object, optional } from '#platform/wire';
import { CustomFieldSelectOption } from '../../contract/custom-field.view.ts';

const MOST_OPTIONS = 500;

/** What is null or blank is not set. */
const form = {
  form_label: optional(blankToNull()),
  form_help_text: optional(blankToNull()),
  form_placeholder: optional(blankToNull()),
};
const length = () => optional(nullable(integer({ ge: 0 })));
const range = {
  ge: optional(nullable(integer({ ge: -INT32_MAX - 1 }))),
  le: optional(nullable(integer({ ge: -INT32_MAX - 1 }))),
};

/** As they are sent, by type. */
export const CustomFieldProperties = {
  text: object(
    { ...form, textarea: optional(nullable(boolean())), min_length: length(), max_length: length() },
    'CustomFieldTextPropertiesInput',
  ),
  number: object({ ...form, ...range }, 'CustomFieldNumberPropertiesInput'),
  date: object({ ...form, ...range }, 'CustomFieldDatePropertiesInput'),
  checkbox: object(form, 'CustomFieldCheckboxPropertiesInput'),
  select: object(
    { ...form, options: list(CustomFieldSelectOption, { min: 1, max: MOST_OPTIONS }) },
    'CustomFieldSelectPropertiesInput',
  ),
};

type Sent = {
  [T in keyof typeof CustomFieldProperties]: { readonly type: T; readonly properties: Infer<(typeof CustomFieldProperties)[T]> };
}[keyof typeof CustomFieldProperties];

/** A value that was set; null and what was left out are not. */
const set = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** The type together with the properties as the domain knows them. */
export function asked(sent: Sent) {
  const { form_label, form_help_text, form_placeholder } = sent.properties;
  const said = {
    formLabel: set(form_label),
    formHelpText: set(form_help_text),
    formPlaceholder: set(form_placeholder),
  };
  switch (sent.type) {
    case 'text': {
      const { textarea, min_length, max_length } = sent.properties;
      const properties = { ...said, textarea: set(textarea), minLength: set(min_length), maxLength: set(max_length) };
      return { type: sent.type, properties } as const;
    }
    case 'number':
    case 'date': {
      const { ge, le } = sent.properties;
      return { type: sent.type, properties: { ...said, ge: set(ge), le: set(le) } } as const;
    }
    case 'select':
      return { type: sent.type, properties: { ...said, options: sent.properties.options } } as const;
    case 'checkbox':
      return { type: sent.type, properties: said } as const;
  }
}

type Changed = {
  [T in Sent['type']]: { readonly type: T; readonly properties?: (Sent & { type: T })['properties'] | null };
}[Sent['type']];

/** Properties that replace those before; undefined where a change says nothing of them. */
export const newProperties = (sent: Changed) => (sent.properties ? asked(sent as Sent).properties : undefined);
