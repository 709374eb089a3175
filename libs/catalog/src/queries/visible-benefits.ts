import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { readDb } from '#platform/persistence';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import type { BenefitView } from './benefit.view.ts';

export const allBenefits = (em: EntityManager) => readDb<CatalogTables>(em).selectFrom('catalog.benefits');

/** The benefits that are not deleted, of the organizations that are visible. */
export const visibleBenefits = (em: EntityManager, access: Access) =>
  allBenefits(em)
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
  'deleted_at',
] as const;

type Row = Omit<CatalogTables['catalog.benefits'], 'properties'> & {
  readonly stored: CatalogTables['catalog.benefits']['properties'];
};

/** Every type that exists so far leaves its visibility to the seller. What is stored belongs to the type that is stored. */
export const shown = ({ stored, deleted_at, ...row }: Row): BenefitView =>
  ({ ...row, properties: stored, is_deleted: deleted_at !== null, visibility_configurable: true }) as BenefitView;
