import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '#kernel';
import type { MetadataFilter } from '#platform/http';
import {
  anyOf,
  findByMetadata,
  findByTags,
  type FoundByTags,
  isTagged,
  metadataMatches,
  PartFinder,
  type SearchedTable,
} from '#engine/persistence';
import { folded, spellingsOf } from '#support/texts';
import { CUSTOMER_TAGS } from '../adapters/persistence/sql/customer-tags.ts';
import type { PurchaseViews } from '../needs/index.ts';
import { CUSTOMERS } from './search-customers.ts';

/** The customers of a period, both ends included: those whose first purchase was in it, and those who were lost in it. */
interface PeriodFilter {
  readonly first_purchased_after?: Date;
  readonly first_purchased_before?: Date;
  readonly lost_after?: Date;
  /** Always with `lost_after`. */
  readonly lost_before?: Date;
}

type Sql = RawBuilder<unknown>;

/** Whether the customer has a row of a view, on which all conditions hold. */
const has = (view: string, ...conditions: readonly Sql[]): Sql => sql`exists (select from ${sql.table(view)} as f
  where f.organization_id = customers.organization_id and f.customer_id = customers.id and ${sql.join(conditions, sql` and `)})`;

function within(column: string, after: Date | undefined, before: Date | undefined): Sql[] {
  const value = sql.ref(column);
  return [
    ...(after ? [sql`${value} >= ${after}::timestamptz`] : []),
    ...(before ? [sql`${value} <= ${before}::timestamptz`] : []),
  ];
}

/** Paid orders count. */
function firstPurchased({ first_purchased_after: after, first_purchased_before: before }: PeriodFilter, orders: string): Sql[] {
  if (!after && !before) return [];
  const bought = has(orders, ...within('f.purchased_at', after, before));
  return after ? [bought, sql`not ${has(orders, sql`f.purchased_at < ${after}::timestamptz`)}`] : [bought];
}

/** A subscription of theirs ceased to be active in the period, and none is active at its end. */
function lost({ lost_after: after, lost_before: before }: PeriodFilter, subscriptions: string): Sql[] {
  if (!before) return [];
  const ceased = has(subscriptions, ...within('f.inactive_at', after, before));
  const isActive = sql`f.started_at <= ${before}::timestamptz and (f.inactive_at is null or f.inactive_at > ${before}::timestamptz)`;
  return [ceased, sql`not ${has(subscriptions, isActive)}`];
}

/** The conditions on a customer of a period. */
const ofPeriod = (filter: PeriodFilter, { paidOrders, subscriptions }: PurchaseViews): Sql[] => [
  ...firstPurchased(filter, paidOrders),
  ...lost(filter, subscriptions),
];

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface CustomerFilter extends PeriodFilter {
  readonly organization_id?: readonly string[];
  /** The whole address; case-insensitive. */
  readonly email?: string;
  /** A part of the e-mail address, name or billing name, or a prefix of the external id; in any case, with or without accents. */
  readonly query?: string;
  /** Whether the customer has an active subscription. */
  readonly active?: boolean;
  readonly metadata?: MetadataFilter;
  readonly tag?: readonly string[];
}

/** The filter with the address in lower case, and with the customers that indexes find. */
export interface ResolvedFilter extends Omit<CustomerFilter, 'organization_id' | 'query' | 'tag'> {
  /** How the text of the query may be written, folded: the statement has a condition for each. */
  readonly spellings?: readonly { readonly text: string }[];
  /** The customers with the metadata, if they are few. */
  readonly ids?: readonly string[];
  /** The customers that have the text of the query, if they are few; of their external ids, it may be any part. */
  readonly withText?: readonly string[];
  readonly tagged?: FoundByTags;
}

/** The texts in which a part is looked for. They may have all of an address, so none is unique. */
const LISTED: SearchedTable = {
  ...CUSTOMERS,
  unique: undefined,
  texts: { ...CUSTOMERS.texts, billing_name: { value: 'platform.folded(billing_name)', where: 'billing_name is not null' } },
};
const hasOtherLetters = (text: string): boolean => /\P{ASCII}/u.test(text);

/** The most customers that are found by a text before a list is read. It meets one of more soon in its own order. */
const FEW_WITH_TEXT = 1_000;

/** The conditions on customers that are not deleted. */
export function matchingCustomers(filter: ResolvedFilter, views: PurchaseViews): RawBuilder<unknown> {
  const { ids, withText, email, spellings, active, metadata, tagged, ...others } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`deleted_at is null`];
  if (ids) conditions.push(anyOf('id', ids));
  if (withText) conditions.push(anyOf('id', withText));
  if (email !== undefined) conditions.push(sql`email_key = ${email}`);
  if (spellings) {
    const having = spellings.flatMap(({ text }) => [
      ...['email', 'name', 'billing_name'].map((column) => sql`strpos(platform.folded(${sql.ref(column)}), ${text}) > 0`),
      sql`starts_with(platform.folded(external_id), ${text})`,
    ]);
    conditions.push(sql`(${sql.join(having, sql` or `)})`);
  }
  if (active !== undefined) {
    const subscribed = sql`exists (select from ${sql.table(views.activeSubscriptions)} as a
      where a.organization_id = customers.organization_id and a.customer_id = customers.id)`;
    conditions.push(active ? subscribed : sql`not ${subscribed}`);
  }
  if (metadata) conditions.push(metadataMatches(metadata));
  if (tagged) conditions.push(isTagged(CUSTOMER_TAGS, 'customers', tagged));
  conditions.push(...ofPeriod(others, views));
  return sql.join(conditions, sql` and `);
}

/** Finds by indexes what a filter asks for. */
@Injectable()
export class CustomerFinder {
  private readonly finder: PartFinder;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    this.finder = new PartFinder(em, LISTED);
  }

  async resolve(organizations: readonly string[], filter: CustomerFilter): Promise<ResolvedFilter> {
    const { organization_id: _among, email, query, metadata, tag, ...others } = filter;
    const [byMetadata, withText, tagged] = await Promise.all([
      findByMetadata(this.em, 'customer_portal.customers', organizations, metadata),
      this.withText(organizations, query),
      findByTags(this.em, CUSTOMER_TAGS, organizations, tag),
    ]);
    return {
      ...others,
      ...byMetadata,
      ...(withText ? { withText } : {}),
      ...(tagged ? { tagged } : {}),
      ...(email === undefined ? {} : { email: email.toLowerCase() }),
      ...(query ? { spellings: spellingsOf(query).map((text) => ({ text })) } : {}),
      ...(filter.lost_after && !filter.lost_before ? { lost_before: this.clock.now() } : {}),
    };
  }

  /**
   * The customers with a text, if they are few; undefined if they are many, or if an index does not find it: it is too short, or has
   * capital letters that PostgreSQL may write otherwise in lower case.
   */
  private async withText(organizations: readonly string[], text: string | undefined): Promise<readonly string[] | undefined> {
    if (!text || (hasOtherLetters(folded(text)) && text !== text.toLowerCase())) return undefined;
    const { ids, isComplete, isBeginning } = await this.finder.find(organizations, text, FEW_WITH_TEXT);
    return isComplete && !isBeginning ? ids : undefined;
  }
}
