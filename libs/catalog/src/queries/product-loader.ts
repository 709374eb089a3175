import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Selectable } from 'kysely';
import { anyOf, readDb } from '#platform/persistence';
import type { ProductRow, ProductTables } from '../adapters/persistence/product.mapping.ts';
import { BaseUrl } from './base-url.ts';
import type { BenefitView } from '../contract/benefit.view.ts';
import { customFieldRows, FIELD_COLUMNS, toCustomFieldView } from './custom-field-rows.ts';
import { fileRows, toFileView } from './file-rows.ts';
import type { ProductMediaView } from '../contract/file.view.ts';
import { byGroup, metersOf, type PriceRow, priceRows, toPriceView } from './price-rows.ts';
import type { CustomFieldView } from '../contract/custom-field.view.ts';
import type { ProductView } from '../contract/product.view.ts';
import { allBenefits, COLUMNS as BENEFIT_COLUMNS, toBenefitView } from './visible-benefits.ts';

/** `custom_fields` is selected under an alias: under its own name the mapping would convert its keys to camel case. */
const COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'trial_interval',
  'trial_interval_count',
  'name',
  'description',
  'visibility',
  'recurring_interval',
  'recurring_interval_count',
  'meter_interval',
  'meter_interval_count',
  'is_archived',
  'organization_id',
  'metadata',
  'benefit_ids',
  'media_ids',
  'custom_fields as attached',
  'first_sold_at',
] as const;

type Row = Omit<Selectable<ProductRow>, 'custom_fields' | 'kept_benefits' | 'deleted_at' | 'price_rank' | 'price_amount'> & {
  readonly attached: ProductRow['custom_fields'];
};

interface Related {
  readonly prices: ReadonlyMap<string, PriceRow[]>;
  readonly benefits: ReadonlyMap<string, BenefitView>;
  readonly medias: ReadonlyMap<string, ProductMediaView>;
  readonly customFields: ReadonlyMap<string, CustomFieldView>;
  readonly meters: Awaited<ReturnType<typeof metersOf>>;
}

/** Loads products with their prices, benefits, media and custom fields, without deleted ones, in a constant number of queries. */
@Injectable()
export class ProductLoader {
  constructor(
    private readonly em: EntityManager,
    private readonly address: BaseUrl,
    private readonly queries: QueryBus,
  ) {}

  async read(ids: readonly string[]): Promise<ReadonlyMap<string, ProductView>> {
    const [rows, prices] = await Promise.all([
      readDb<ProductTables>(this.em).selectFrom('catalog.products').select(COLUMNS).where(anyOf('id', ids)).execute(),
      priceRows(this.em).where(anyOf('product_id', ids)).where('archived_at', 'is', null).execute(),
    ]);
    const [benefits, medias, customFields, meters] = await Promise.all([
      this.benefits(rows.flatMap(({ benefit_ids }) => benefit_ids)),
      this.medias(rows.flatMap(({ media_ids }) => media_ids)),
      this.customFields(rows.flatMap(({ attached }) => attached.map(({ custom_field_id }) => custom_field_id))),
      metersOf(this.queries, prices),
    ]);
    const related = { prices: Map.groupBy(prices, ({ product_id }) => product_id), benefits, medias, customFields, meters };
    return new Map(rows.map((row) => [row.id, toView(row, related)]));
  }

  private async benefits(ids: string[]): Promise<Related['benefits']> {
    if (ids.length === 0) return new Map();
    const existing = allBenefits(this.em).select(BENEFIT_COLUMNS).where('deleted_at', 'is', null);
    return byId((await existing.where(anyOf('id', ids)).execute()).map(toBenefitView));
  }

  private async medias(ids: string[]): Promise<Related['medias']> {
    if (ids.length === 0) return new Map();
    const rows = await fileRows(this.em).where(anyOf('id', ids)).execute();
    return byId(rows.map((row) => toFileView(row, this.address.baseUrl) as ProductMediaView));
  }

  private async customFields(ids: string[]): Promise<Related['customFields']> {
    if (ids.length === 0) return new Map();
    const rows = await customFieldRows(this.em).select(FIELD_COLUMNS).where(anyOf('id', ids)).execute();
    return byId(rows.map(toCustomFieldView));
  }
}

const byId = <T extends { readonly id: string }>(things: readonly T[]): ReadonlyMap<string, T> =>
  new Map(things.map((thing) => [thing.id, thing]));

const present = <T>(ids: readonly string[], things: ReadonlyMap<string, T>): T[] => ids.flatMap((id) => things.get(id) ?? []);

function toView(row: Row, { prices, benefits, medias, customFields, meters }: Related): ProductView {
  const { benefit_ids, media_ids, attached, first_sold_at, ...product } = row;
  return {
    ...product,
    is_recurring: row.recurring_interval !== null,
    is_deletable: first_sold_at === null,
    prices: (prices.get(row.id) ?? []).sort(byGroup).map((price) => toPriceView(price, row.recurring_interval, meters)),
    benefits: present(benefit_ids, benefits),
    medias: present(media_ids, medias),
    attached_custom_fields: attached.flatMap(({ custom_field_id, required }, order) => {
      const custom_field = customFields.get(custom_field_id);
      return custom_field ? [{ custom_field_id, custom_field, order, required }] : [];
    }),
  };
}
