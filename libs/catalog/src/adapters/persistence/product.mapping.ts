import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { renameKeys, toSnakeCase } from '#support/texts';
import { auditedAs, entityClass } from '#platform/persistence';
import { Periods } from '../../domain/periods.ts';
import { Price } from '../../domain/price.ts';
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

const PeriodsMapping = defineEntity({
  class: Periods,
  embeddable: true,
  properties: {
    recurringInterval: p.text().$type<Unit>().nullable(),
    recurringIntervalCount: p.integer().nullable(),
    trialInterval: p.text().$type<Unit>().nullable(),
    trialIntervalCount: p.integer().nullable(),
    meterInterval: p.text().$type<Unit>().nullable(),
    meterIntervalCount: p.integer().nullable(),
  },
});

/** Prices are stored in their own table, see the repository. `priceRank` and `priceAmount` are kept for sorting lists. */
export const ProductMapping = defineEntity({
  class: entityClass(Product),
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
    periods: () => p.embedded(PeriodsMapping).prefix(false),
    benefitIds: p.array<string>().columnType('uuid[]'),
    keptBenefits: p.type(SnakeCaseJson).$type<{ readonly benefit_id: string; readonly removed_at: string }[]>(),
    mediaIds: p.array<string>().columnType('uuid[]'),
    customFields: p.type(SnakeCaseJson).$type<{ readonly custom_field_id: string; readonly required: boolean }[]>(),
    renewalUrl: p.text().nullable(),
    upgradeUrl: p.text().nullable(),
    priceRank: p.integer().nullable().hydrate(false),
    priceAmount: p.integer().nullable().hydrate(false),
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

auditedAs(Product, ProductMapping, {
  type: 'product',
  without: ['periods', 'priceRank', 'priceAmount'],
  others: ({ periods, prices }) => ({ ...(renameKeys({ ...periods }, toSnakeCase) as object), prices: prices.map(termsOf) }),
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
    taxBehavior: p.text().$type<'location' | 'inclusive' | 'exclusive'>().nullable(),
    terms: p.type(SnakeCaseJson).$type<TermsShape>(),
    createdAt: p.datetime(3),
    archivedAt: p.datetime(3).nullable(),
  },
});

export type ProductRow = Omit<InferKyselyTable<typeof ProductMapping>, 'periods'> & InferKyselyTable<typeof PeriodsMapping>;

export interface ProductTables {
  'catalog.products': ProductRow;
  'catalog.prices': InferKyselyTable<typeof PriceMapping>;
}
