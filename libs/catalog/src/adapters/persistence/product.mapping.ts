import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { renameKeys, toSnakeCase } from '#support/texts';
import type { Price } from '../../domain/price.ts';
import { aggregateRows, partRows } from '#engine/persistence';
import { Product } from '../../domain/product.ts';
import type { Visibility } from '../../domain/visibility.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

type Unit = 'day' | 'week' | 'month' | 'year';

/** The stored and published terms of a price. */
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

/** Prices are stored in their own table, see the repository. `priceRank` and `priceAmount` are kept for sorting lists. */
export const ProductMapping = defineEntity({
  name: 'ProductRow',
  schema: 'catalog',
  tableName: 'products',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    description: p.text().nullable(),
    visibility: p.text().$type<Visibility>(),
    isArchived: p.boolean(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    recurringInterval: p.text().$type<Unit>().nullable(),
    recurringIntervalCount: p.integer().nullable(),
    trialInterval: p.text().$type<Unit>().nullable(),
    trialIntervalCount: p.integer().nullable(),
    meterInterval: p.text().$type<Unit>().nullable(),
    meterIntervalCount: p.integer().nullable(),
    benefitIds: p.array<string>().columnType('uuid[]'),
    keptBenefits: p.type(SnakeCaseJson).$type<{ readonly benefit_id: string; readonly removed_at: string }[]>(),
    mediaIds: p.array<string>().columnType('uuid[]'),
    customFields: p.type(SnakeCaseJson).$type<{ readonly custom_field_id: string; readonly required: boolean }[]>(),
    renewalUrl: p.text().nullable(),
    upgradeUrl: p.text().nullable(),
    priceRank: p.integer().nullable(),
    priceAmount: p.integer().nullable(),
    firstSoldAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** A price in the audit log. */
const termsOf = ({ id, currency, taxBehavior, terms }: Price) => ({
  id,
  currency,
  tax_behavior: taxBehavior,
  ...(renameKeys(terms, toSnakeCase) as object),
});

export const productRows = aggregateRows(Product, ProductMapping, 'prices').auditedAs({
  type: 'product',
  without: ['priceRank', 'priceAmount'],
  others: ({ prices }) => ({ prices: prices.map(termsOf) }),
});

export const PriceMapping = defineEntity({
  name: 'PriceRow',
  schema: 'catalog',
  tableName: 'prices',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    productId: p.uuid(),
    position: p.integer(),
    currency: p.text(),
    taxBehavior: p.text().$type<'location' | 'inclusive' | 'exclusive'>().nullable(),
    terms: p.type(SnakeCaseJson).$type<TermsShape>(),
    createdAt: p.datetime(3),
    archivedAt: p.datetime(3).nullable(),
  },
});

export const storedPrices = partRows<Price, typeof PriceMapping>(PriceMapping);

export type ProductRow = InferKyselyTable<typeof ProductMapping>;

export interface ProductTables {
  'catalog.products': ProductRow;
  'catalog.prices': InferKyselyTable<typeof PriceMapping>;
}
