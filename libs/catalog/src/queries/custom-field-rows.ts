import type { EntityManager } from '@mikro-orm/postgresql';
import { readDb } from '#platform/persistence';
import type { CustomFieldTables } from '../adapters/persistence/custom-field.mapping.ts';
import type { CustomFieldView } from './product.view.ts';

/** `properties` goes by another name, or the mapping would turn its keys into the domain's. */
export const FIELD_COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'metadata',
  'type',
  'slug',
  'name',
  'organization_id',
  'properties as stored',
] as const;

/** Those that are not deleted. */
export const customFieldRows = (em: EntityManager) =>
  readDb<CustomFieldTables>(em).selectFrom('catalog.custom_fields').where('deleted_at', 'is', null);

type Row = Omit<CustomFieldTables['catalog.custom_fields'], 'properties' | 'deleted_at'> & { readonly stored: object };

/** What is stored belongs to the type that is stored. */
export const shownField = ({ stored, ...row }: Row): CustomFieldView => ({ ...row, properties: stored }) as CustomFieldView;
