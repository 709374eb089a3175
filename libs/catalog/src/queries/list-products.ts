import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { among } from '#platform/persistence';
import { conditionsFor, type ProductMarks } from './product-conditions.ts';
import type { ProductView } from './product.view.ts';
import { type Standing, shelvesFor } from './shelves.ts';
import { ShownProducts } from './shown-products.ts';

export const PRODUCT_ORDERS = ['created_at', 'name', 'price_amount_type', 'price_amount'] as const;
type Order = (typeof PRODUCT_ORDERS)[number];

export type ProductFilter = Standing & ProductMarks & { readonly organization_id?: readonly string[] };

export class ListProducts extends Query<Page<ProductView>> {
  constructor(
    readonly access: Access,
    readonly filter: ProductFilter,
    readonly sorting: readonly (Order | `-${Order}`)[],
    readonly paging: Paging,
  ) {
    super();
  }
}

/** The columns that are sorted by, each as an index has it. */
const KEYS: Record<Order | 'id', RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  name: sql`lower(name)`,
  price_amount_type: sql`price_rank`,
  price_amount: sql`price_amount`,
  id: sql`id`,
};
const SELECTED = sql.join(Object.entries(KEYS).map(([name, key]) => sql`${key} as ${sql.ref(name)}`));

/** So many matches are found first and sorted then; where there are more, they are met soon enough along the index of the order. */
const FEW = 1000;

interface Wanted {
  readonly organizations: readonly string[];
  readonly shelves: readonly number[];
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly order: (key: (order: Order | 'id') => RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly offset: number;
  readonly limit: number;
}

/** The id decides between equals, in the direction of the last criterion: so one index serves both directions. */
const orderBy =
  (criteria: ListProducts['sorting']): Wanted['order'] =>
  (keyOf) => {
    const steps = [...criteria, criteria.at(-1)?.startsWith('-') ? '-id' : 'id'] as const;
    const terms = steps.map((step) => {
      const key = keyOf((step.startsWith('-') ? step.slice(1) : step) as Order | 'id');
      return step.startsWith('-') ? sql`${key} desc` : sql`${key} asc`;
    });
    return sql.join(terms);
  };

const indexed = (key: Order | 'id') => KEYS[key];
const selected = (key: Order | 'id') => sql.ref(key);

const onShelves = ({ organizations, shelves }: Wanted) =>
  sql`${among('organization_id', organizations)} and shelf = any(${shelves}::smallint[])`;

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`deleted_at is null`, ...conditions], sql` and `);

/** Shelves know how many products they hold. */
const shelved = (wanted: Wanted) =>
  sql<{ total: string }>`select coalesce(sum(products), 0) as total from catalog.shelves where ${onShelves(wanted)}`;

const counted = (wanted: Wanted) =>
  sql<{ total: string }>`select count(*) as total from catalog.products where ${onShelves(wanted)} and ${all(wanted.conditions)}`;

/** Every shelf is read in order, from the index and no further than the page; then they are merged. */
const alongTheOrder = (wanted: Wanted) => sql<{ id: string }>`
  select found.id from catalog.shelves as standing cross join lateral (
    select ${SELECTED} from catalog.products
    where organization_id = standing.organization_id and shelf = standing.shelf and ${all(wanted.conditions)}
    order by ${wanted.order(indexed)} limit ${wanted.offset + wanted.limit}
  ) as found
  where ${onShelves(wanted)} and products > 0
  order by ${wanted.order(selected)} limit ${wanted.limit} offset ${wanted.offset}`;

const amongTheMatches = (wanted: Wanted) => sql<{ id: string }>`
  with found as materialized (
    select ${SELECTED} from catalog.products where ${onShelves(wanted)} and ${all(wanted.conditions)}
  )
  select id from found order by ${wanted.order(selected)} limit ${wanted.limit} offset ${wanted.offset}`;

@QueryHandler(ListProducts)
export class ListProductsHandler implements IQueryHandler<ListProducts> {
  constructor(
    private readonly em: EntityManager,
    private readonly shown: ShownProducts,
  ) {}

  async execute({ access, filter, sorting, paging }: ListProducts): Promise<Page<ProductView>> {
    const { organization_id: chosen } = filter;
    const { ids, total } = await this.find({
      organizations: chosen ? access.visible.filter((id) => chosen.includes(id)) : access.visible,
      shelves: shelvesFor(filter),
      conditions: conditionsFor(filter),
      order: orderBy(sorting),
      offset: offsetOf(paging),
      limit: paging.limit,
    });
    const products = ids.length > 0 ? await this.shown.read(ids) : new Map<string, ProductView>();
    const items = ids.flatMap((id) => products.get(id) ?? []);
    return toPage(items, total, paging);
  }

  private async find(wanted: Wanted): Promise<{ ids: string[]; total: number }> {
    const db = this.em.getKysely<object>();
    if (wanted.conditions.length === 0) {
      const [page, { rows }] = await Promise.all([alongTheOrder(wanted).execute(db), shelved(wanted).execute(db)]);
      return { ids: page.rows.map(({ id }) => id), total: Number(rows[0]!.total) };
    }
    const total = Number((await counted(wanted).execute(db)).rows[0]!.total);
    if (total === 0) return { ids: [], total };
    const page = await (total > FEW ? alongTheOrder(wanted) : amongTheMatches(wanted)).execute(db);
    return { ids: page.rows.map(({ id }) => id), total };
  }
}
