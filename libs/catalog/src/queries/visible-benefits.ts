import type { EntityManager } from '@mikro-orm/postgresql';
import { anyOf, readDb } from '#engine/persistence';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import type { BenefitView } from '../views/benefit.view.ts';

export const allBenefits = (em: EntityManager) => readDb<CatalogTables>(em).selectFrom('catalog.benefits');

/** The benefits of the organizations that are not deleted. */
export const visibleBenefits = (em: EntityManager, organizations: readonly string[]) =>
  allBenefits(em).where(anyOf('organization_id', organizations)).where('deleted_at', 'is', null);

/** `properties` is selected under an alias: under its own name the mapping would convert its keys to camel case. */
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

/**
 * The stored properties match the stored type; those of a flag are shown beside `properties`. Benefits of files are always public.
 */
export const toBenefitView = ({ stored, deleted_at, ...row }: Row): BenefitView =>
  ({
    ...row,
    ...(row.type === 'feature_flag' ? { properties: {}, ...stored } : { properties: stored }),
    is_deleted: deleted_at !== null,
    visibility_configurable: row.type !== 'downloadables',
  }) as BenefitView;
