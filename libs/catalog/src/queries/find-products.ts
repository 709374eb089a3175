import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql, CompiledQuery } from 'kysely';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import type { ProductRow, ProductTables, TermsShape } from '../adapters/persistence/product.mapping.ts';
import {
  FindPrices,
  FindProducts,
  type PriceSnapshot,
  type ProductSnapshot,
  FindProductsBySlug,
  FindProductsWithBenefit,
  FindMeterUses,
} from '../contract/index.ts';
import { type PriceRow, selectPrices } from './price-rows.ts';
import type { MeterUsage } from '../contract/products.ts';

@QueryHandler(FindMeterUses)
export class FindMeterUsesHandler implements IQueryHandler<FindMeterUses> {
  constructor(private readonly em: EntityManager) {}

  async execute({ meterId }: FindMeterUses): Promise<MeterUsage> {
    const { rows } = await sql<MeterUsage>`select
      exists (
        select from catalog.prices price join catalog.products product on product.id = price.product_id
        where price.terms ->> 'meter_id' = ${meterId} and price.archived_at is null
          and not product.is_archived and product.deleted_at is null
      ) as "activeProducts",
      exists (
        select from catalog.benefits where properties ->> 'meter_id' = ${meterId} and deleted_at is null
      ) as "activeBenefits"`.execute(readDb<object>(this.em));
    return rows[0]!;
  }
}

const BY_SLUG = `select p.organization_id, p.metadata ->> 'slug' as slug, array_agg(p.id order by p.id) as ids
  from unnest($1::uuid[], $2::text[]) as w (organization_id, slug)
  join catalog.products p on p.organization_id = w.organization_id and p.metadata ->> 'slug' = w.slug and p.deleted_at is null
  group by 1, 2`;

/** A slug may contain any character. */
const keyOf = (organizationId: string, slug: string): string => `${organizationId}/${slug}`;
const ORGANIZATION_LENGTH = 36;

@QueryHandler(FindProductsBySlug)
export class FindProductsBySlugHandler implements IQueryHandler<FindProductsBySlug> {
  private readonly products = new BatchLoader((keys) => this.read(keys), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, slugs }: FindProductsBySlug): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = await this.products.readAll(slugs.map((slug) => keyOf(organizationId, slug)));
    return new Map([...found].map(([key, ids]) => [key.slice(ORGANIZATION_LENGTH + 1), ids]));
  }

  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const values = [keys.map((key) => key.slice(0, ORGANIZATION_LENGTH)), keys.map((key) => key.slice(ORGANIZATION_LENGTH + 1))];
    const { rows } = await readDb<object>(this.em).executeQuery<{ organization_id: string; slug: string; ids: string[] }>(
      CompiledQuery.raw(BY_SLUG, values),
    );
    return new Map(rows.map(({ organization_id, slug, ids }) => [keyOf(organization_id, slug), ids]));
  }
}

@QueryHandler(FindProductsWithBenefit)
export class FindProductsWithBenefitHandler implements IQueryHandler<FindProductsWithBenefit> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, benefitId, most }: FindProductsWithBenefit) {
    return readDb<ProductTables>(this.em)
      .selectFrom('catalog.products')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`benefit_ids @> array[${benefitId}]::uuid[]`)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(most)
      .execute();
  }
}

/** The benefits of a product in their order, without deleted ones, which the row may still list. */
const EXISTING_BENEFITS = sql<string[]>`array(
  select offered.id from unnest(products.benefit_ids) with ordinality as offered (id, position)
  join catalog.benefits on benefits.id = offered.id and benefits.deleted_at is null
  order by offered.position)`;

@QueryHandler(FindProducts)
export class FindProductsHandler implements IQueryHandler<FindProducts> {
  private readonly products = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindProducts): Promise<ReadonlyMap<string, ProductSnapshot>> {
    return this.products.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, ProductSnapshot>> {
    const [rows, prices] = await Promise.all([
      readDb<ProductTables>(this.em)
        .selectFrom('catalog.products as products')
        .selectAll()
        .select(EXISTING_BENEFITS.as('living_benefits'))
        .where(anyOf('id', ids))
        .execute(),
      selectPrices(this.em).where(anyOf('product_id', ids)).where('archived_at', 'is', null).orderBy('position').execute(),
    ]);
    const pricesOf = Map.groupBy(prices, ({ product_id }) => product_id);
    return new Map(rows.map((row) => [row.id, facts(row, row.living_benefits, pricesOf.get(row.id) ?? [])]));
  }
}

/** All that are looked up at the same time are read together. */
@QueryHandler(FindPrices)
export class FindPricesHandler implements IQueryHandler<FindPrices> {
  private readonly prices = new BatchLoader<PriceSnapshot>((ids) => this.read(ids), 'microtask');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindPrices): Promise<ReadonlyMap<string, PriceSnapshot>> {
    return this.prices.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, PriceSnapshot>> {
    const prices = await selectPrices(this.em).where(anyOf('prices.id', ids)).execute();
    return new Map(prices.map((price) => [price.id, priceOf(price)]));
  }
}

const priceOf = ({ id, currency, stored }: PriceRow): PriceSnapshot => ({ id, currency, ...terms(stored) });

const facts = (row: ProductRow, benefitIds: string[], prices: PriceRow[]): ProductSnapshot => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  visibility: row.visibility,
  isArchived: row.is_archived,
  isDeleted: row.deleted_at !== null,
  wasSold: row.first_sold_at !== null,
  recurringInterval: row.recurring_interval,
  recurringIntervalCount: row.recurring_interval_count,
  trialInterval: row.trial_interval,
  trialIntervalCount: row.trial_interval_count,
  meterInterval: row.meter_interval,
  meterIntervalCount: row.meter_interval_count,
  prices: prices.map(priceOf),
  benefitIds,
});

type Terms = PriceSnapshot extends infer P ? (P extends unknown ? Omit<P, 'id' | 'currency'> : never) : never;

function terms(stored: TermsShape): Terms {
  switch (stored.amount_type) {
    case 'fixed':
      return { amountType: 'fixed', priceAmount: stored.price_amount };
    case 'custom': {
      const { minimum_amount, maximum_amount, preset_amount } = stored;
      return { amountType: 'custom', minimumAmount: minimum_amount, maximumAmount: maximum_amount, presetAmount: preset_amount };
    }
    case 'metered_unit':
      return { amountType: 'metered_unit', meterId: stored.meter_id };
    case 'seat_based':
      return { amountType: 'seat_based', seatTiers: seatTiers(stored.seat_tiers) };
  }
}

const seatTiers = (stored: Extract<TermsShape, { amount_type: 'seat_based' }>['seat_tiers']) => ({
  seatTierType: stored.seat_tier_type,
  tiers: stored.tiers.map((tier) => ({ minSeats: tier.min_seats, maxSeats: tier.max_seats, pricePerSeat: tier.price_per_seat })),
  minimumSeats: stored.minimum_seats,
  maximumSeats: stored.maximum_seats,
});
