import {
  boolean,
  type Infer,
  integer,
  list,
  literal,
  metadata,
  nullable,
  object,
  optional,
  discriminatedUnion,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

const INT32_MIN = -2_147_483_648;

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'checkbox', 'select'] as const;

const filled = () => optional(text({ min: 1 }));
const form = { form_label: filled(), form_help_text: filled(), form_placeholder: filled() };
const length = () => optional(integer({ ge: 0 }));
const bound = () => optional(integer({ ge: INT32_MIN }));

export const CustomFieldSelectOption = object({ value: text({ min: 1 }), label: text({ min: 1 }) }, 'CustomFieldSelectOption');

/** What was set, and nothing else. Bounds of dates are Unix timestamps. */
const CustomFieldProperties = {
  text: object(
    { ...form, textarea: optional(boolean()), min_length: length(), max_length: length() },
    'CustomFieldTextProperties',
  ),
  number: object({ ...form, ge: bound(), le: bound() }, 'CustomFieldNumberProperties'),
  date: object({ ...form, ge: bound(), le: bound() }, 'CustomFieldDateProperties'),
  checkbox: object(form, 'CustomFieldCheckboxProperties'),
  select: object({ ...form, options: list(CustomFieldSelectOption, { min: 1 }) }, 'CustomFieldSelectProperties'),
};

const common = {
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  id: uuid4(),
  metadata: metadata(),
  slug: text(),
  name: text(),
  organization_id: uuid4(),
};

/** Each type of custom field has a view of its own; `type` tells them apart. */
export const CustomFieldView = discriminatedUnion('type', {
  text: object({ ...common, type: literal('text'), properties: CustomFieldProperties.text }, 'CustomFieldText'),
  number: object({ ...common, type: literal('number'), properties: CustomFieldProperties.number }, 'CustomFieldNumber'),
  date: object({ ...common, type: literal('date'), properties: CustomFieldProperties.date }, 'CustomFieldDate'),
  checkbox: object({ ...common, type: literal('checkbox'), properties: CustomFieldProperties.checkbox }, 'CustomFieldCheckbox'),
  select: object({ ...common, type: literal('select'), properties: CustomFieldProperties.select }, 'CustomFieldSelect'),
});
export type CustomFieldView = Infer<typeof CustomFieldView>;
