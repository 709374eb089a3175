import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import type { PricesTable, ProductTables } from '../adapters/persistence/product.mapping.ts';
import type { PriceView } from './product.view.ts';

/** `terms` goes by another name, or the mapping would turn its keys into the domain's. */
const COLUMNS = [
  'prices.id',
  'prices.product_id',
  'prices.position',
  'prices.currency',
  'prices.tax_behavior',
  'prices.terms as stored',
  'prices.created_at',
  'prices.archived_at',
] as const;

export type PriceRow = Omit<Selectable<PricesTable>, 'terms'> & { readonly stored: PricesTable['terms'] };

export const priceRows = (em: EntityManager) =>
  em.getKysely<ProductTables>({ convertValues: true }).selectFrom('catalog.prices as prices').select(COLUMNS);

/** Prices of their own come before those that depend on seats. */
const GROUPS = { fixed: 0, custom: 0, seat_based: 1 };

export const byGroup = (a: PriceRow, b: PriceRow): number =>
  GROUPS[a.stored.amount_type] - GROUPS[b.stored.amount_type] || a.position - b.position;

export const shownPrice = (row: PriceRow, recurringInterval: PriceView['recurring_interval']): PriceView => ({
  created_at: row.created_at,
  modified_at: row.archived_at,
  id: row.id,
  source: 'catalog',
  price_currency: row.currency,
  tax_behavior: row.tax_behavior,
  is_archived: row.archived_at !== null,
  product_id: row.product_id,
  type: recurringInterval === null ? 'one_time' : 'recurring',
  recurring_interval: recurringInterval,
  legacy: false,
  ...row.stored,
});
