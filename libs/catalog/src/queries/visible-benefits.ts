import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import type { BenefitView } from './benefit.view.ts';

/** The benefits that are not deleted, of the organizations that are visible. */
export const visibleBenefits = (em: EntityManager, access: Access) =>
  em
    .getKysely<CatalogTables>({ convertValues: true })
    .selectFrom('catalog.benefits')
    .where('organization_id', '=', sql<string>`any(${access.visible})`)
    .where('deleted_at', 'is', null);

/** `properties` goes by another name, or the mapping would turn its keys into the domain's. */
export const COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'type',
  'description',
  'selectable',
  'deletable',
  'organization_id',
  'metadata',
  'visibility',
  'properties as stored',
] as const;

type Row = Omit<CatalogTables['catalog.benefits'], 'deleted_at' | 'properties'> & {
  readonly stored: CatalogTables['catalog.benefits']['properties'];
};

/** Every type that exists so far leaves its visibility to the seller. */
export const shown = ({ stored, ...row }: Row): BenefitView => ({
  ...row,
  properties: stored,
  is_deleted: false,
  visibility_configurable: true,
});
