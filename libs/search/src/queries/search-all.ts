import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { SearchProducts } from '#catalog/contract';
import type { CustomerView } from '#customer-portal/views';
import { FindCustomers, type FoundCustomers, SearchCustomers } from '#customer-portal/contract';
import { SearchUndelivered } from '#connectors/contract';
import { SearchPurchases } from '#entitlements/contract';
import { tagIn } from '#support/tags';
import { trimCopied } from '#support/texts';
import { SearchKeys } from '#licensing/contract';
import { SearchNotes } from '#notes/contract';
import { referencesIn } from './references-in.ts';
import type { SearchedKind, SearchResultsView, SearchResultView } from './search-results.view.ts';

/** The organizations in which each kind is searched; none for a kind that the caller may not read. */
export interface SearchedOrganizations extends Readonly<Record<SearchedKind, readonly string[]>> {
  /** The organizations in which notes about orders are found, too. */
  readonly seesOrdersOf: readonly string[];
}

export class SearchAll extends Query<SearchResultsView> {
  constructor(
    readonly organizations: SearchedOrganizations,
    readonly query: string,
    /** At most so many of each kind. */
    readonly limit: number,
  ) {
    super();
  }
}

/** So many of each kind are looked for, by each of their texts. */
const MOST = 25;

/** So many characters of a note are shown. */
const SHOWN = 80;

interface Found {
  readonly type: SearchedKind;
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string | null;
  /** Null for a customer. */
  readonly name: string | null;
  /** Who it is about, if that is no customer. */
  readonly who?: string | null;
  readonly status: string | null;
  readonly problem?: string | null;
  readonly tag?: string | null;
}

/**
 * Looks for the whole text, then for what it refers to, until something is found. What belongs to customers is found through them, too: they
 * are looked for once, while the rest is looked for by its own texts.
 */
@QueryHandler(SearchAll)
export class SearchAllHandler implements IQueryHandler<SearchAll> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ organizations, query, limit }: SearchAll): Promise<SearchResultsView> {
    const text = trimCopied(query);
    if (text === '') return { items: [] };
    for (const each of [text, ...referencesIn(text)]) {
      const items = await this.find(organizations, each, limit);
      if (items.length > 0) return { items };
    }
    return { items: [] };
  }

  private async find(organizations: SearchedOrganizations, text: string, limit: number): Promise<SearchResultView[]> {
    const customers = this.customers(organizations, text);
    const [{ ids, tagged }, products, keys, orders, subscriptions, notes, undelivered] = await Promise.all([
      customers,
      this.products(organizations.product, text),
      this.keys(organizations.license_key, text, customers, limit),
      this.purchases('order', organizations.order, text, customers, limit),
      this.purchases('subscription', organizations.subscription, text, customers, limit),
      this.notes(organizations, text, limit),
      this.undelivered(organizations.undelivered_purchase, text, limit),
    ]);
    const shown = organizations.customer.length === 0 ? [] : [...new Set([...tagged, ...ids])];
    const owners = [...keys, ...orders, ...subscriptions, ...notes].map(({ customer_id }) => customer_id!);
    const known = await this.queries.execute(new FindCustomers([...new Set([...shown, ...owners])]));
    const people = shown
      .map((id) => known.get(id)!)
      .filter(({ organization_id }) => organizations.customer.includes(organization_id))
      .map(({ id, organization_id }): Found => {
        const tag = tagged.includes(id) ? tagIn(text)! : null;
        return { type: 'customer', id, organization_id, customer_id: id, name: null, status: null, tag };
      });
    return [keys, people, orders, subscriptions, products, notes, undelivered].flatMap((found) =>
      found.slice(0, limit).map((each) => toView(each, known)),
    );
  }

  private async customers(
    { license_key, customer, order, subscription }: SearchedOrganizations,
    text: string,
  ): Promise<FoundCustomers & { readonly tagged: readonly string[] }> {
    const among = [...new Set([license_key, customer, order, subscription].flat())];
    if (among.length === 0) return { ids: [], isComplete: true, texts: [text], isBeginning: true, tagged: [] };
    return this.queries.execute(new SearchCustomers(among, text, MOST, customer));
  }

  private async products(organizations: readonly string[], text: string): Promise<readonly Found[]> {
    if (organizations.length === 0) return [];
    const found = await this.queries.execute(new SearchProducts(organizations, text, MOST));
    return found.map((each) => ({ ...each, type: 'product', customer_id: null, status: null }));
  }

  private async notes(
    { note: organizations, seesOrdersOf }: SearchedOrganizations,
    text: string,
    limit: number,
  ): Promise<readonly Found[]> {
    if (organizations.length === 0) return [];
    const found = await this.queries.execute(new SearchNotes({ organizations, seesOrdersOf }, text, limit));
    return found.map(({ text: said, ...each }) => ({ ...each, type: 'note', name: beginningOf(said), status: null }));
  }

  private async undelivered(organizations: readonly string[], text: string, limit: number): Promise<readonly Found[]> {
    if (organizations.length === 0) return [];
    const found = await this.queries.execute(new SearchUndelivered(organizations, text, limit));
    const about = { type: 'undelivered_purchase', customer_id: null, status: null } as const;
    return found.map(({ external_id, reason: problem, email, name: payer, ...each }) => {
      return { ...each, ...about, name: external_id, who: payer ?? email, problem };
    });
  }

  private async keys(
    organizations: readonly string[],
    text: string,
    customers: Promise<FoundCustomers>,
    limit: number,
  ): Promise<readonly Found[]> {
    if (organizations.length === 0) return [];
    const found = await this.queries.execute(new SearchKeys(organizations, text, customers, limit));
    return found.map(({ display_key, ...each }) => ({ ...each, type: 'license_key', name: display_key }));
  }

  private async purchases(
    type: 'order' | 'subscription',
    organizations: readonly string[],
    text: string,
    customers: Promise<FoundCustomers>,
    limit: number,
  ): Promise<readonly Found[]> {
    if (organizations.length === 0) return [];
    const search = { of: `${type}s`, organizations, text, customers, limit } as const;
    return (await this.queries.execute(new SearchPurchases(search))).map((each) => ({ ...each, type }));
  }
}

/** One line of a text. */
function beginningOf(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : characters.join('');
}

function toView(
  { type, id, organization_id, customer_id, name, who = null, status, problem = null, tag = null }: Found,
  customers: ReadonlyMap<string, CustomerView>,
): SearchResultView {
  const customer = customer_id === null ? undefined : customers.get(customer_id);
  const called = customer?.name ?? customer?.email ?? null;
  const detail = name === null ? (customer?.email ?? null) : (called ?? who);
  return { type, id, organization_id, name: name ?? called ?? customer?.external_id ?? id, detail, status, problem, tag };
}
