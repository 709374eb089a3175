import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SearchProducts } from '#catalog/contract';
import { SearchCustomers } from '#customer-portal/contract';
import { trimCopied } from '#support/texts';
import { PartFinder, type SearchedTable } from '#engine/persistence';

/** The most purchases found by each number. */
const FOUND_PURCHASES = 25;

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

/** The ids of purchases that a text finds, and of customers and products whose purchases it finds. */
export interface FoundPurchases {
  readonly ids: readonly string[];
  readonly customers: readonly string[];
  readonly products: readonly string[];
}

/** Finds purchases by a part of a text. */
@Injectable()
export class PurchaseFinder {
  private readonly finders: Readonly<Record<Searched, PartFinder>>;

  constructor(
    em: EntityManager,
    private readonly queries: QueryBus,
  ) {
    const finderOf = (searched: SearchedTable) => new PartFinder(em, searched, FOUND_PURCHASES);
    this.finders = { orders: finderOf(SEARCHED.orders), subscriptions: finderOf(SEARCHED.subscriptions) };
  }

  /** The purchases whose ID in another system or number of an invoice contains the text. */
  async byNumber(of: Searched, organizations: readonly string[], text: string): Promise<readonly string[]> {
    return (await this.finders[of].find(organizations, text)).ids;
  }

  /** Finds purchases by a number, the customer, or the name of the product; undefined for a text that is missing or blank, which limits nothing. */
  async find(of: Searched, organizations: readonly string[], query: string | undefined): Promise<FoundPurchases | undefined> {
    const text = trimCopied(query ?? '');
    if (text === '') return undefined;
    const [ids, customers, products] = await Promise.all([
      this.byNumber(of, organizations, text),
      this.queries.execute(new SearchCustomers(organizations, text)),
      this.queries.execute(new SearchProducts(organizations, text)),
    ]);
    return { ids, customers: customers.ids, products: products.map(({ id }) => id) };
  }
}
