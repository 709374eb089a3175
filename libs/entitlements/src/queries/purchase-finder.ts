import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { SearchProducts } from '#catalog/contract';
import { customerIdsFilter, type FoundCustomers, SEARCHED_CUSTOMERS, SearchCustomers } from '#customer-portal/contract';
import type { MetadataFilter } from '#platform/http';
import { ORDER_TAGS } from '../adapters/persistence/sql/order-tags.ts';
import { tagIn } from '#support/tags';
import { trimCopied } from '#support/texts';
import {
  findByMetadata,
  findByTags,
  type FoundByPart,
  isFound,
  newestTagged,
  PartFinder,
  type SearchedTable,
  refersToFound,
} from '#engine/persistence';

/** Only orders have tags. */
const TAGS = { orders: ORDER_TAGS, subscriptions: undefined };

/** More purchases than these are not listed by their numbers, but compared with the text. */
const MOST_LISTED = 10_000;

const EXTERNAL_ID = { value: 'lower(external_id)', where: 'external_id is not null' };
export const SEARCHED = {
  orders: {
    table: 'entitlements.orders',
    where: 'true',
    age: 'created_at',
    texts: { external_id: EXTERNAL_ID, invoice: { value: `lower(invoice ->> 'number')`, where: 'invoice is not null' } },
  },
  subscriptions: {
    table: 'entitlements.subscriptions',
    where: 'true',
    age: 'started_at',
    texts: { external_id: EXTERNAL_ID },
  },
} satisfies Readonly<Record<string, SearchedTable>>;
type Searched = keyof typeof SEARCHED;

/** The purchases that a text finds by their own numbers, and the customers and products whose purchases it finds. */
export interface FoundPurchases {
  readonly own: FoundByPart;
  readonly customers: FoundCustomers;
  readonly products: readonly string[];
}

interface TaggedPurchases {
  readonly ids: readonly string[];
  readonly tag: string | null;
}

/** The filters that other tables are read for, or an index of their own. */
interface ResolvedFilter {
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  /** A part of a number, of the name of the product, or of what is known of the customer. */
  readonly query?: string;
  readonly metadata?: MetadataFilter;
  readonly tag?: readonly string[];
}

/** The condition that a purchase is found, with the condition that it is one of the products. */
export const isFoundPurchase = (
  of: Searched,
  { own, customers, products }: FoundPurchases,
  ofProducts: (products: readonly string[]) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> =>
  sql`(${isFound(SEARCHED[of], own)} or ${refersToFound(of, SEARCHED_CUSTOMERS, customers)} or ${ofProducts(products)})`;

/** Finds purchases by a part of a text. */
@Injectable()
export class PurchaseFinder {
  private readonly finders: Readonly<Record<Searched, PartFinder>>;

  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {
    const finderOf = (searched: SearchedTable) => new PartFinder(em, searched);
    this.finders = { orders: finderOf(SEARCHED.orders), subscriptions: finderOf(SEARCHED.subscriptions) };
  }

  /** The purchases whose ID in another system or number of an invoice contains the text. */
  byNumber(of: Searched, organizations: readonly string[], text: string, most = MOST_LISTED): Promise<FoundByPart> {
    return this.finders[of].find(organizations, text, most);
  }

  /** The newest purchases with the tag that the text is, and this tag. */
  async byTag(of: Searched, organizations: readonly string[], text: string, most: number): Promise<TaggedPurchases> {
    const [table, tag] = [TAGS[of], tagIn(text)];
    if (!table || tag === undefined) return { ids: [], tag: null };
    return { ids: await newestTagged(this.em, table, organizations, tag, most), tag };
  }

  /** The filter with the customers of both filters by customer, the purchases with the metadata if they are few, and what the text finds. */
  async resolve<Filter extends ResolvedFilter>(of: Searched, organizations: readonly string[], filter: Filter) {
    const { customer_id: ids, external_customer_id: externalIds, query, metadata, tag, ...others } = filter;
    const [customer_id, found, byMetadata, tagged] = await Promise.all([
      customerIdsFilter(this.queries, organizations, ids, externalIds),
      this.find(of, organizations, query),
      findByMetadata(this.em, SEARCHED[of].table, organizations, metadata),
      TAGS[of] && findByTags(this.em, TAGS[of], organizations, tag),
    ]);
    return { ...others, ...byMetadata, customer_id, found, tagged };
  }

  /** Finds purchases by a number, the customer, or the name of the product; undefined for a text that is missing or blank, which limits nothing. */
  private async find(
    of: Searched,
    organizations: readonly string[],
    query: string | undefined,
  ): Promise<FoundPurchases | undefined> {
    const text = trimCopied(query ?? '');
    if (text === '') return undefined;
    const [own, customers, products] = await Promise.all([
      this.byNumber(of, organizations, text),
      this.queries.execute(new SearchCustomers(organizations, text)),
      this.queries.execute(new SearchProducts(organizations, text, null)),
    ]);
    return { own, customers, products: products.map(({ id }) => id) };
  }
}
