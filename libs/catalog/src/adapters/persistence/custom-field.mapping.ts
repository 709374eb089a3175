import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { CustomField } from '../../domain/custom-field.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

/** The row as queries see it. */
export interface CustomFieldsTable {
  readonly id: string;
  readonly organization_id: string;
  readonly type: 'text' | 'number' | 'date' | 'checkbox' | 'select';
  readonly slug: string;
  readonly name: string;
  /** Only what was set. */
  readonly properties: { readonly [key: string]: unknown };
  readonly metadata: { [key: string]: string | number | boolean };
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

export interface CustomFieldTables {
  readonly 'catalog.custom_fields': CustomFieldsTable;
}

export const CustomFieldMapping = defineEntity({
  class: entityClass(CustomField),
  schema: 'catalog',
  tableName: 'custom_fields',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    type: p.text(),
    slug: p.text(),
    name: p.text(),
    properties: p.type(SnakeCaseJson),
    metadata: p.json(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});
