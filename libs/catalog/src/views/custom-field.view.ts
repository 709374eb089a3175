import {
  boolean,
  describeFields,
  describeResource,
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
const form = describeFields(
  { form_label: filled(), form_help_text: filled(), form_placeholder: filled() },
  {
    form_label: 'The label of the form field, in place of the name.',
    form_help_text: 'The help text below the form field.',
    form_placeholder: 'The placeholder inside the form field.',
  },
);
const length = () => optional(integer({ ge: 0 }));
const bound = () => optional(integer({ ge: INT32_MIN }));

const CustomFieldSelectOption = object({ value: text({ min: 1 }), label: text({ min: 1 }) }, 'CustomFieldSelectOption', {
  value: 'The value that is stored.',
  label: 'The label that customers read.',
});

const NUMBERS = { ge: 'The minimum value.', le: 'The maximum value.' };
const DATES = { ge: 'The earliest date, in Unix seconds.', le: 'The latest date, in Unix seconds.' };

/** Contains only properties that are set. */
const CustomFieldProperties = {
  text: object(
    { ...form, textarea: optional(boolean()), min_length: length(), max_length: length() },
    'CustomFieldTextProperties',
    {
      textarea: 'Whether the form field has several lines.',
      min_length: 'The minimum length of the text.',
      max_length: 'The maximum length of the text.',
    },
  ),
  number: object({ ...form, ge: bound(), le: bound() }, 'CustomFieldNumberProperties', NUMBERS),
  date: object({ ...form, ge: bound(), le: bound() }, 'CustomFieldDateProperties', DATES),
  checkbox: object(form, 'CustomFieldCheckboxProperties'),
  select: object({ ...form, options: list(CustomFieldSelectOption, { min: 1 }) }, 'CustomFieldSelectProperties', {
    options: 'The options to choose from.',
  }),
};

const common = describeFields(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    metadata: metadata(),
    slug: text(),
    name: text(),
    organization_id: uuid4(),
  },
  {
    ...describeResource('custom field'),
    slug: { text: 'The key under which the value is stored, unique within the organization.', example: 'company_size' },
    name: { text: 'The name of the custom field.', example: 'Company size' },
  },
);

const TYPE = {
  type: 'The type of the value. It determines `properties`.',
  properties: 'The settings of this type of custom field.',
};

/** Every type of custom field has its own view, discriminated by `type`. */
export const CustomFieldView = discriminatedUnion('type', {
  text: object({ ...common, type: literal('text'), properties: CustomFieldProperties.text }, 'CustomFieldText', TYPE),
  number: object({ ...common, type: literal('number'), properties: CustomFieldProperties.number }, 'CustomFieldNumber', TYPE),
  date: object({ ...common, type: literal('date'), properties: CustomFieldProperties.date }, 'CustomFieldDate', TYPE),
  checkbox: object(
    { ...common, type: literal('checkbox'), properties: CustomFieldProperties.checkbox },
    'CustomFieldCheckbox',
    TYPE,
  ),
  select: object({ ...common, type: literal('select'), properties: CustomFieldProperties.select }, 'CustomFieldSelect', TYPE),
});
export type CustomFieldView = Infer<typeof CustomFieldView>;
