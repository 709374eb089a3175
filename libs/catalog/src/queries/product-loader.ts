import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type Kysely, type Selectable, sql } from 'kysely';
import { BatchLoader, FEW_ROWS, fixedRead } from '#engine/persistence';
import { ServiceUrl } from '#support/mails';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import type { CustomFieldTables } from '../adapters/persistence/custom-field.mapping.ts';
import type { FileTables } from '../adapters/persistence/file.mapping.ts';
import type { ProductRow, ProductTables } from '../adapters/persistence/product.mapping.ts';
import type { BenefitView } from '../views/benefit.view.ts';
import { FIELD_COLUMNS, toCustomFieldView } from './custom-field-rows.ts';
import { FILE_COLUMNS, toFileView } from './file-rows.ts';
import type { ProductMediaView } from '../views/file.view.ts';
import { byGroup, metersOf, PRICE_COLUMNS, type PriceRow, toPriceView } from './price-rows.ts';
import type { CustomFieldView } from '../views/custom-field.view.ts';
import type { ProductInBrief } from '../views/find-products.ts';
import type { ProductView } from '../views/product.view.ts';
import { COLUMNS as BENEFIT_COLUMNS, toBenefitView } from './visible-benefits.ts';

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
  'renewal_url',
  'upgrade_url',
] as const;

const ATTACHED_FIELD_ID = sql<string>`(jsonb_array_elements(custom_fields) ->> 'custom_field_id')::uuid`;

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

type Products = Kysely<ProductTables & CatalogTables & FileTables & CustomFieldTables>;
interface Ids {
  readonly ids: readonly string[];
}

const productsOf = (db: Products, { ids }: Ids) =>
  db.selectFrom('catalog.products').where(sql<boolean>`products.id = any(${ids}::uuid[])`);

const readProducts = fixedRead((db: Products, ids: Ids) => productsOf(db, ids).select(COLUMNS));

const readPrices = fixedRead((db: Products, { ids }: Ids) =>
  db
    .selectFrom('catalog.prices as prices')
    .select(PRICE_COLUMNS)
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .where('archived_at', 'is', null),
);

const readBenefits = fixedRead((db: Products, ids: Ids) =>
  db
    .selectFrom('catalog.benefits')
    .select(BENEFIT_COLUMNS)
    .where('deleted_at', 'is', null)
    .where('id', 'in', productsOf(db, ids).select(sql<string>`unnest(benefit_ids)`.as('id'))),
);

const readMedias = fixedRead((db: Products, ids: Ids) =>
  db
    .selectFrom('catalog.files')
    .select(FILE_COLUMNS)
    .where('deleted_at', 'is', null)
    .where('id', 'in', productsOf(db, ids).select(sql<string>`unnest(media_ids)`.as('id'))),
);

const readCustomFields = fixedRead((db: Products, ids: Ids) =>
  db
    .selectFrom('catalog.custom_fields')
    .select(FIELD_COLUMNS)
    .where('deleted_at', 'is', null)
    .where('id', 'in', productsOf(db, ids).select(ATTACHED_FIELD_ID.as('id'))),
);

/**
 * Loads products with their prices, benefits, media and custom fields, without deleted ones, in one round trip, and one more for
 * the meters of metered prices. Few products are read together with those that others look up at the same time, many are read alone:
 * products may be large, and others would wait for them.
 */
@Injectable()
export class ProductLoader {
  private readonly views = new BatchLoader<ProductView>((ids) => this.readAtOnce(ids), 'turn');

  constructor(
    private readonly em: EntityManager,
    private readonly service: ServiceUrl,
    private readonly queries: QueryBus,
  ) {}

  read(ids: readonly string[]): Promise<ReadonlyMap<string, ProductView>> {
    return ids.length > FEW_ROWS ? this.readAtOnce(ids) : this.views.readAll(ids);
  }

  /** The products that exist, in the order of the ids. */
  async inOrder(ids: readonly string[]): Promise<ProductView[]> {
    return present(ids, await this.read(ids));
  }

  private async readAtOnce(ids: readonly string[]): Promise<ReadonlyMap<string, ProductView>> {
    const [rows, prices, benefits, medias, customFields] = await Promise.all([
      readProducts(this.em, { ids }),
      readPrices(this.em, { ids }),
      readBenefits(this.em, { ids }),
      readMedias(this.em, { ids }),
      readCustomFields(this.em, { ids }),
    ]);
    const related: Related = {
      prices: Map.groupBy(prices, ({ product_id }) => product_id),
      benefits: byId(benefits.map(toBenefitView)),
      medias: byId(medias.map((row) => toFileView(row, this.service.baseUrl) as ProductMediaView)),
      customFields: byId(customFields.map(toCustomFieldView)),
      meters: await metersOf(this.queries, prices),
    };
    return new Map(rows.map((row) => [row.id, toView(row, related)]));
  }

  /** Products without what belongs to them, in one statement. */
  async readInBrief(ids: readonly string[]): Promise<ReadonlyMap<string, ProductInBrief>> {
    return byId((await readProducts(this.em, { ids })).map(inBrief));
  }
}

const byId = <T extends { readonly id: string }>(things: readonly T[]): ReadonlyMap<string, T> =>
  new Map(things.map((thing) => [thing.id, thing]));

const present = <T>(ids: readonly string[], things: ReadonlyMap<string, T>): T[] => ids.flatMap((id) => things.get(id) ?? []);

function inBrief({
  benefit_ids: _b,
  media_ids: _m,
  attached: _a,
  first_sold_at: _f,
  renewal_url: _r,
  upgrade_url: _u,
  ...product
}: Row): ProductInBrief {
  return { ...product, is_recurring: product.recurring_interval !== null };
}

function toView(row: Row, { prices, benefits, medias, customFields, meters }: Related): ProductView {
  const { benefit_ids, media_ids, attached, first_sold_at, renewal_url, upgrade_url } = row;
  return {
    ...inBrief(row),
    is_deletable: first_sold_at === null,
    prices: (prices.get(row.id) ?? []).sort(byGroup).map((price) => toPriceView(price, row.recurring_interval, meters)),
    benefits: present(benefit_ids, benefits),
    medias: present(media_ids, medias),
    attached_custom_fields: attached.flatMap(({ custom_field_id, required }, order) => {
      const custom_field = customFields.get(custom_field_id);
      return custom_field ? [{ custom_field_id, custom_field, order, required }] : [];
    }),
    ...(renewal_url !== null && { renewal_url }),
    ...(upgrade_url !== null && { upgrade_url }),
  };
}
