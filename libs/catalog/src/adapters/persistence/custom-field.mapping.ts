import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { CustomField } from '../../domain/custom-field.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

export const CustomFieldMapping = defineEntity({
  name: 'CustomFieldRow',
  schema: 'catalog',
  tableName: 'custom_fields',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    type: p.text().$type<'text' | 'number' | 'date' | 'checkbox' | 'select'>(),
    slug: p.text(),
    name: p.text(),
    /** Contains only the properties that were set. */
    properties: p.type(SnakeCaseJson).$type<{ readonly [key: string]: unknown }>(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});

export const customFieldStates = aggregateRows(CustomField, CustomFieldMapping).auditedAs({ type: 'custom_field' });

export interface CustomFieldTables {
  'catalog.custom_fields': InferKyselyTable<typeof CustomFieldMapping>;
}
