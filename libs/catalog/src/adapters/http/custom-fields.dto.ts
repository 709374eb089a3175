import { defineRequest, repeatable, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  withDefault,
  describeFields,
  describeInput,
  type Field,
  literal,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  discriminatedUnion,
  text,
  uuid4,
} from '#platform/wire';
import { CUSTOM_FIELD_ORDERS } from '../../queries/list-custom-fields.ts';
import { CUSTOM_FIELD_TYPES } from '../../views/custom-field.view.ts';
import { CustomFieldProperties as PROPERTIES } from './custom-field-properties.dto.ts';

const texts = describeInput('custom field');
const path = describeFields({ id: uuid4() }, texts.path);

const CREATE = {
  ...texts.body,
  type: 'The type of the value. It determines `properties` and cannot be changed later.',
  slug: { text: 'The key under which the value is stored. It must be unique within the organization.', example: 'company_size' },
  name: { text: 'The name of the custom field.', example: 'Company size' },
  properties: 'The settings of this type of custom field.',
};
const UPDATE = {
  ...CREATE,
  type: 'The type of the value. It must be the existing one.',
  properties: 'Replaces all existing settings.',
};

const slug = text({ min: 1, ...SHORT_TEXT, pattern: /^[a-z0-9-_]+$/ });
const name = text({ min: 1, ...SHORT_TEXT });

const newField = <T extends string, P>(type: T, properties: Field<P>, component: string) =>
  object(
    {
      type: literal(type),
      slug,
      name,
      properties,
      metadata: withDefault(metadata(), () => ({})),
      organization_id: optional(nullable(uuid4())),
    },
    component,
    CREATE,
  );

const fieldChanges = <T extends string, P>(type: T, properties: Field<P>, component: string) =>
  object(
    {
      type: literal(type),
      slug: optional(nullable(slug)),
      name: optional(nullable(name)),
      properties: optional(nullable(properties)),
      metadata: optional(metadata()),
    },
    component,
    UPDATE,
  );

export const CreateCustomFieldRequest = defineRequest({
  body: discriminatedUnion('type', {
    text: newField('text', PROPERTIES.text, 'CustomFieldCreateText'),
    number: newField('number', PROPERTIES.number, 'CustomFieldCreateNumber'),
    date: newField('date', PROPERTIES.date, 'CustomFieldCreateDate'),
    checkbox: newField('checkbox', PROPERTIES.checkbox, 'CustomFieldCreateCheckbox'),
    select: newField('select', PROPERTIES.select, 'CustomFieldCreateSelect'),
  }),
});

export const UpdateCustomFieldRequest = defineRequest({
  path,
  body: discriminatedUnion('type', {
    text: fieldChanges('text', PROPERTIES.text, 'CustomFieldUpdateText'),
    number: fieldChanges('number', PROPERTIES.number, 'CustomFieldUpdateNumber'),
    date: fieldChanges('date', PROPERTIES.date, 'CustomFieldUpdateDate'),
    checkbox: fieldChanges('checkbox', PROPERTIES.checkbox, 'CustomFieldUpdateCheckbox'),
    select: fieldChanges('select', PROPERTIES.select, 'CustomFieldUpdateSelect'),
  }),
});

export const OneCustomFieldRequest = defineRequest({ path });

export const ListCustomFieldsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        query: optional(text(LOOKUP_TEXT)),
        type: repeatable(oneOf(CUSTOM_FIELD_TYPES), { choices: 'CustomFieldType' }),
      },
      {
        ...texts.filters,
        query: 'Returns only custom fields whose name contains this text, ignoring case.',
        type: 'Returns only custom fields of these types. Can be repeated.',
      },
    ),
    sorting: sorting(CUSTOM_FIELD_ORDERS, ['slug']),
    ...paging,
  },
});
