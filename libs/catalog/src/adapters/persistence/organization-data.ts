import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const catalogData: readonly OrganizationRows[] = [
  'catalog.downloads',
  'catalog.download_totals',
  'catalog.prices',
  'catalog.products',
  'catalog.product_counters',
  'catalog.benefits',
  'catalog.custom_fields',
  // `DeleteStaleFiles` deletes them with their contents.
  {
    table: 'catalog.files',
    where: 'organization_id = $1 and deleted_at is null',
    set: 'deleted_at = now()',
    awaited: 'organization_id = $1',
  },
];
