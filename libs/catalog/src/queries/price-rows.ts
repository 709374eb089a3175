import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryBus } from '@nestjs/cqrs';
import type { Selectable } from 'kysely';
import { readDb } from '#engine/persistence';
import type { ProductTables } from '../adapters/persistence/product.mapping.ts';
import { FindMeters, type MeterSnapshot } from '../needs/index.ts';
import type { PriceView } from '../views/price.view.ts';

/** `terms` is selected under an alias: under its own name the mapping would convert its keys to camel case. */
export const PRICE_COLUMNS = [
  'prices.id',
  'prices.product_id',
  'prices.position',
  'prices.currency',
  'prices.tax_behavior',
  'prices.terms as stored',
  'prices.created_at',
  'prices.archived_at',
] as const;

export type PriceRow = Omit<Selectable<ProductTables['catalog.prices']>, 'terms' | 'organization_id'> & {
  readonly stored: ProductTables['catalog.prices']['terms'];
};

export const selectPrices = (em: EntityManager) =>
  readDb<ProductTables>(em).selectFrom('catalog.prices as prices').select(PRICE_COLUMNS);

/** The order of the price kinds: fixed and custom prices first, then seat-based, then metered ones. */
const GROUPS = { fixed: 0, custom: 0, seat_based: 1, metered_unit: 2 };

export const byGroup = (a: PriceRow, b: PriceRow): number =>
  GROUPS[a.stored.amount_type] - GROUPS[b.stored.amount_type] || a.position - b.position;

type Meters = ReadonlyMap<string, MeterSnapshot>;

/** The meters of metered prices, by id. */
export const metersOf = (queries: QueryBus, prices: readonly PriceRow[]): Promise<Meters> => {
  const ids = prices.flatMap(({ stored }) => (stored.amount_type === 'metered_unit' ? stored.meter_id : []));
  return queries.execute(new FindMeters([...new Set(ids)]));
};

function toMeterView({ id, name, unit, customLabel, customMultiplier }: MeterSnapshot) {
  return { id, name, unit, custom_label: customLabel, custom_multiplier: customMultiplier };
}

const toTermsView = (stored: PriceRow['stored'], meters: Meters) =>
  stored.amount_type === 'metered_unit' ? { ...stored, meter: toMeterView(meters.get(stored.meter_id)!) } : stored;

export const toPriceView = (row: PriceRow, recurringInterval: PriceView['recurring_interval'], meters: Meters): PriceView => ({
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
  ...toTermsView(row.stored, meters),
});
