import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomFieldTables } from '../adapters/persistence/custom-field.mapping.ts';
import type { CustomFieldView } from './product.view.ts';

const COLUMNS = ['created_at', 'modified_at', 'id', 'metadata', 'type', 'slug', 'name', 'organization_id', 'properties'] as const;

export const customFieldRows = (em: EntityManager) =>
  em
    .getKysely<CustomFieldTables>({ convertValues: true })
    .selectFrom('catalog.custom_fields')
    .select(COLUMNS)
    .where('deleted_at', 'is', null);

type Row = Pick<CustomFieldTables['catalog.custom_fields'], (typeof COLUMNS)[number]>;

/** What is stored belongs to the type that is stored. */
export const shownField = (row: Row): CustomFieldView => row as CustomFieldView;
