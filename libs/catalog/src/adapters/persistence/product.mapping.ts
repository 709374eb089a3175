import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { Periods } from '../../domain/periods.ts';
import { Price } from '../../domain/price.ts';
import { Product } from '../../domain/product.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

type Unit = 'day' | 'week' | 'month' | 'year';

/** The row as queries see it. */
export interface ProductsTable {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: 'draft' | 'private' | 'public';
  readonly is_archived: boolean;
  readonly metadata: { [key: string]: string | number | boolean };
  readonly recurring_interval: Unit | null;
  readonly recurring_interval_count: number | null;
  readonly trial_interval: Unit | null;
  readonly trial_interval_count: number | null;
  readonly meter_interval: Unit | null;
  readonly meter_interval_count: number | null;
  readonly benefit_ids: string[];
  readonly media_ids: string[];
  readonly custom_fields: { readonly custom_field_id: string; readonly required: boolean }[];
  readonly bought_at: Date | null;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

export interface PricesTable {
  readonly id: string;
  readonly product_id: string;
  readonly position: number;
  readonly currency: string;
  readonly tax_behavior: 'location' | 'inclusive' | 'exclusive' | null;
  readonly terms: TermsShape;
  readonly created_at: Date;
  readonly archived_at: Date | null;
}

/** The terms of a price as they are stored and shown. */
export type TermsShape =
  | { readonly amount_type: 'fixed'; readonly price_amount: number }
  | {
      readonly amount_type: 'metered_unit';
      readonly meter_id: string;
      readonly unit_amount: string;
      readonly cap_amount: number | null;
    }
  | {
      readonly amount_type: 'custom';
      readonly minimum_amount: number;
      readonly maximum_amount: number | null;
      readonly preset_amount: number | null;
    }
  | {
      readonly amount_type: 'seat_based';
      readonly seat_tiers: {
        readonly seat_tier_type: 'volume' | 'graduated';
        readonly tiers: { readonly min_seats: number; readonly max_seats: number | null; readonly price_per_seat: number }[];
        readonly minimum_seats: number;
        readonly maximum_seats: number | null;
      };
    };

export interface ProductTables {
  readonly 'catalog.products': ProductsTable;
  readonly 'catalog.prices': PricesTable;
}

const PeriodsMapping = defineEntity({
  class: Periods,
  embeddable: true,
  properties: {
    recurringInterval: p.text().nullable(),
    recurringIntervalCount: p.integer().nullable(),
    trialInterval: p.text().nullable(),
    trialIntervalCount: p.integer().nullable(),
    meterInterval: p.text().nullable(),
    meterIntervalCount: p.integer().nullable(),
  },
});

/** The prices are rows of their own, see the repository; what lists sort by is kept here. */
export const ProductMapping = defineEntity({
  class: entityClass(Product),
  schema: 'catalog',
  tableName: 'products',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    description: p.text().nullable(),
    visibility: p.text(),
    isArchived: p.boolean(),
    metadata: p.json(),
    periods: () => p.embedded(PeriodsMapping).prefix(false),
    benefitIds: p.array().columnType('uuid[]'),
    mediaIds: p.array().columnType('uuid[]'),
    customFields: p.type(SnakeCaseJson),
    priceRank: p.integer().nullable().hydrate(false),
    priceAmount: p.integer().nullable().hydrate(false),
    boughtAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
  },
});

export const PriceMapping = defineEntity({
  class: entityClass(Price),
  schema: 'catalog',
  tableName: 'prices',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    productId: p.uuid(),
    position: p.integer(),
    currency: p.text(),
    taxBehavior: p.text().nullable(),
    terms: p.type(SnakeCaseJson),
    createdAt: p.datetime(3),
    archivedAt: p.datetime(3).nullable(),
  },
});
