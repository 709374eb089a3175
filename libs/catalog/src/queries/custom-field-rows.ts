import type { EntityManager } from '@mikro-orm/postgresql';
import { readDb } from '#engine/persistence';
import type { CustomFieldTables } from '../adapters/persistence/custom-field.mapping.ts';
import type { CustomFieldView } from '../views/custom-field.view.ts';

/** `properties` is selected under an alias: under its own name the mapping would convert its keys to camel case. */
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

/** Custom fields that are not deleted. */
export const selectCustomFields = (em: EntityManager) =>
  readDb<CustomFieldTables>(em).selectFrom('catalog.custom_fields').where('deleted_at', 'is', null);

type Row = Omit<CustomFieldTables['catalog.custom_fields'], 'properties' | 'deleted_at'> & { readonly stored: object };

/** The stored properties match the stored type. */
export const toCustomFieldView = ({ stored, ...row }: Row): CustomFieldView =>
  ({ ...row, properties: stored }) as CustomFieldView;
