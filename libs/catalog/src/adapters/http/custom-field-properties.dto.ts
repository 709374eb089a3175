import { LONG_TEXT, SHORT_TEXT } from '#support/texts';
import {
  blankToNull,
  boolean,
  describeFields,
  type Infer,
  INT32_MAX,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from '#platform/wire';

const MAX_OPTIONS = 500;

/** Properties that are `null` or blank are not set. */
const form = describeFields(
  {
    form_label: optional(blankToNull(SHORT_TEXT)),
    form_help_text: optional(blankToNull(LONG_TEXT)),
    form_placeholder: optional(blankToNull(SHORT_TEXT)),
  },
  {
    form_label: 'The label of the form field, in place of the name.',
    form_help_text: 'The help text below the form field.',
    form_placeholder: 'The placeholder inside the form field.',
  },
);
const length = () => optional(nullable(integer({ ge: 0 })));
const range = {
  ge: optional(nullable(integer({ ge: -INT32_MAX - 1 }))),
  le: optional(nullable(integer({ ge: -INT32_MAX - 1 }))),
};

const NUMBERS = { ge: 'The minimum value.', le: 'The maximum value.' };
const DATES = { ge: 'The earliest date, in Unix seconds.', le: 'The latest date, in Unix seconds.' };

const SelectOption = object(
  { value: text({ min: 1, ...SHORT_TEXT }), label: text({ min: 1, ...SHORT_TEXT }) },
  'CustomFieldSelectOptionInput',
  { value: 'The value that is stored.', label: 'The label that customers read.' },
);

/** The properties in a request, by type. */
export const CustomFieldProperties = {
  text: object(
    { ...form, textarea: optional(nullable(boolean())), min_length: length(), max_length: length() },
    'CustomFieldTextPropertiesInput',
    {
      textarea: 'Whether the form field has several lines.',
      min_length: 'The minimum length of the text.',
      max_length: 'The maximum length of the text.',
    },
  ),
  number: object({ ...form, ...range }, 'CustomFieldNumberPropertiesInput', NUMBERS),
  date: object({ ...form, ...range }, 'CustomFieldDatePropertiesInput', DATES),
  checkbox: object(form, 'CustomFieldCheckboxPropertiesInput'),
  select: object({ ...form, options: list(SelectOption, { min: 1, max: MAX_OPTIONS }) }, 'CustomFieldSelectPropertiesInput', {
    options: 'The options to choose from.',
  }),
};

type Sent = {
  [T in keyof typeof CustomFieldProperties]: { readonly type: T; readonly properties: Infer<(typeof CustomFieldProperties)[T]> };
}[keyof typeof CustomFieldProperties];

/** Maps `null` to `undefined`: the property is not set. */
const set = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** The type and the properties as the domain expects them. */
export function typedFieldProperties(sent: Sent) {
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

/** The properties that replace the existing ones, or `undefined` if they stay. */
export const newFieldProperties = (sent: Changed) =>
  sent.properties ? typedFieldProperties(sent as Sent).properties : undefined;
