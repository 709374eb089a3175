import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type FoundCustomers, SearchCustomers } from '#customer-portal/contract';
import { FindGrantIds } from '#entitlements/contract';
import { asUuid, trimCopied } from '#support/texts';
import { anyOf, eachOnCoordinator, findByTags, firstRows, readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';
import { isTyped, typedDigests } from '../adapters/persistence/sql/typed-strings.ts';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import {
  conditionsOf,
  EXPIRY,
  isDisplayed,
  type KeyConditions,
  type KeyFilter,
  type Lookup,
  matching,
} from './key-conditions.ts';
import { findDevices } from './device-names.ts';
import type { KeyPosition } from './key-cursor.ts';

export interface KeyOrder {
  readonly by: 'created_at' | 'expires_at';
  readonly isDescending: boolean;
}

/** A page of keys, and how many match, up to a maximum. */
interface FoundKeys {
  readonly rows: ListedRow[];
  readonly counted: number;
}

interface Wanted {
  readonly order: KeyOrder;
  readonly after: KeyPosition | null;
  readonly limit: number;
}

/** A page, and how far keys are counted. */
type Counted = Wanted & { readonly countAtMost: number };

export const LISTED_COLUMNS = [
  ...(['id', 'created_at', 'modified_at', 'organization_id', 'customer_id', 'benefit_id', 'display_key', 'status'] as const),
  ...(['activation_count', 'limit_activations', 'usage', 'limit_usage', 'validations', 'last_validated_at'] as const),
  ...(['expires_at', 'policy', 'policy_state'] as const),
] as const;
export type ListedRow = Pick<LicenseKeyRow, (typeof LISTED_COLUMNS)[number]>;

const COLUMNS = sql.raw(LISTED_COLUMNS.map((column) => `k.${column}`).join(', '));
/** What keys that a text finds are filtered and sorted by. */
const FOUND_COLUMNS = sql.raw(
  ['organization_id', 'id', 'created_at', 'expires_at', 'status', 'benefit_id', 'customer_id']
    .map((column) => `k.${column}`)
    .join(', '),
);

const sortValue = ({ by }: KeyOrder): RawBuilder<unknown> => (by === 'expires_at' ? EXPIRY : sql`k.created_at`);

/** Reads keys in pages, in index order and no further than the page needs, however many there are. */
@Injectable()
export class KeyPages {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly keyring: Keyring,
  ) {}

  /** A page of keys after a position. Keys that a text finds are read at once and sorted, unless there are too many. */
  async search(organizations: readonly string[], { query, ...others }: KeyFilter, page: Counted): Promise<FoundKeys> {
    const each = await eachOnCoordinator(this.em, organizations, (one) => this.search([one], { query, ...others }, page));
    if (each) return foundInAll(each, page);
    const conditions = await this.filtered(organizations, others);
    if (!query) return this.inOrder(organizations, () => conditions, page);
    const lookup = await this.lookup(organizations, query);
    const { isComplete, ...found } = await this.readFound(organizations, lookup, conditions, page);
    if (isComplete) return found;
    const all = matching(lookup, conditions);
    if (found.counted < page.countAtMost) return this.inOrder(organizations, all, page);
    return { rows: await this.read(organizations, all, page), counted: found.counted };
  }

  /** The first keys of those that a text finds soon. The customers whose keys are found, too, are looked for already. */
  async first(
    organizations: readonly string[],
    query: string,
    page: Counted,
    customers: Promise<Pick<FoundCustomers, 'ids'>>,
  ): Promise<readonly ListedRow[]> {
    const each = await eachOnCoordinator(this.em, organizations, (one) => this.first([one], query, page, customers));
    if (each) return firstOf(each, page);
    return (await this.readFound(organizations, await this.lookup(organizations, query, customers), sql`true`, page)).rows;
  }

  /** The conditions of pages that follow each other. A text is looked for once, before the keys are. */
  async conditions(organizations: readonly string[], { query, ...others }: KeyFilter): Promise<KeyConditions> {
    const conditions = await this.filtered(organizations, others);
    return query ? matching(await this.lookup(organizations, query), conditions) : () => conditions;
  }

  private async filtered(organizations: readonly string[], { tag, ...others }: Omit<KeyFilter, 'query'>) {
    return conditionsOf({ ...others, tagged: await findByTags(this.em, LICENSE_KEY_TAGS, organizations, tag) });
  }

  /** A first page that is not full is all there is: it is not read again to count it. */
  private async inOrder(organizations: readonly string[], conditions: KeyConditions, page: Counted): Promise<FoundKeys> {
    const rows = await this.read(organizations, conditions, page);
    const isAll = page.after === null && rows.length < page.limit;
    return { rows, counted: isAll ? rows.length : await this.count(organizations, conditions, page.countAtMost) };
  }

  /** At most `limit` keys after a position. */
  async read(organizations: readonly string[], conditions: KeyConditions, page: Wanted): Promise<ListedRow[]> {
    const pages = await eachOnCoordinator(this.em, organizations, (each) => this.read([each], conditions, page));
    if (pages) return firstOf(pages, page);
    const { limit } = page;
    const { rest, inOrder } = positionOf(page);
    const { rows } = await sql<ListedRow>`
      select k.* from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
        select ${COLUMNS} from licensing.license_keys k
        where k.organization_id = o.organization_id and ${conditions(organizations)} and ${rest} order by ${inOrder} limit ${limit}
      ) as k order by ${inOrder} limit ${limit}`.execute(readDb<object>(this.em));
    return rows;
  }

  /** How many keys match, up to a maximum. */
  private async count(organizations: readonly string[], conditions: KeyConditions, atMost: number): Promise<number> {
    const { rows } = await sql<{ readonly total: number }>`
      select count(*) as total from (
        select from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
          select from licensing.license_keys k where k.organization_id = o.organization_id and ${conditions(organizations)} limit ${atMost}
        ) as k limit ${atMost}
      ) as found`.execute(readDb<object>(this.em));
    return rows[0]!.total;
  }

  /**
   * The page of keys that a text has found, as far as they are few enough to be sorted: `isComplete` is false if there are more. One statement
   * finds them, counts them and reads the whole rows of the page only: their ids are not sent to and fro.
   */
  private async readFound(
    organizations: readonly string[],
    { idsIn, displayed, grants, devices, customers }: Lookup,
    conditions: RawBuilder<SqlBool>,
    page: Counted,
  ): Promise<FoundKeys & { readonly isComplete: boolean }> {
    const { rest, inOrder } = positionOf(page);
    const found = (way: RawBuilder<unknown>) => sql`(
      select ${FOUND_COLUMNS} from licensing.license_keys k
      where ${anyOf('k.organization_id', organizations)} and ${way} limit ${page.countAtMost})`;
    const { rows } = await sql<ListedRow & { readonly total: number; readonly found: number; readonly id: string | null }>`
      with found as (
        ${found(sql`k.id = any(array(${idsIn(organizations)}))`)}
        union ${found(displayed)}
        union ${found(sql`k.grant_id = any(${grants}::uuid[])`)}
        union ${found(sql`k.id = any(${devices.keys}::uuid[])`)}
        union ${found(sql`k.customer_id = any(${customers.ids}::uuid[])`)}
      ),
      matching as materialized (select * from found as k where ${conditions}),
      page as (
        select ${COLUMNS} from (select organization_id, id from matching k where ${rest} order by ${inOrder} limit ${page.limit}) as shown
        join licensing.license_keys k on k.organization_id = shown.organization_id and k.id = shown.id
      )
      select k.*, counts.* from (
        select (select count(*) from matching) as total, (select count(*) from found) as found
      ) as counts left join page k on true
      order by ${inOrder}`.execute(readDb<object>(this.em));
    return {
      rows: rows.filter(({ id }) => id !== null).map(({ total: _total, found: _found, ...row }) => row),
      counted: rows[0]!.total,
      isComplete: customers.isComplete && devices.isComplete && rows[0]!.found < page.countAtMost,
    };
  }

  private async lookup(
    organizations: readonly string[],
    query: string,
    given?: Promise<Pick<FoundCustomers, 'ids'>>,
  ): Promise<Lookup> {
    const text = trimCopied(query);
    const [customers, grants, devices] = await Promise.all([
      given?.then(({ ids }) => ({ ids, isComplete: true, texts: [text], isBeginning: false })) ??
        this.queries.execute(new SearchCustomers(organizations, text)),
      this.queries.execute(new FindGrantIds(organizations, { orderExternalId: text })),
      findDevices(this.em, organizations, text),
    ]);
    const digests = typedDigests(this.keyring, query);
    const id = asUuid(text);
    return {
      // A string that was replaced finds its key, too: somebody still has it. So does the ID of an activation, which logs of applications have.
      idsIn: (those) => sql`select s.license_key_id from licensing.key_strings s
        where ${anyOf('s.organization_id', those)} and ${isTyped(digests, those)}${id ? keysWithId(id, those) : sql``}`,
      displayed: isDisplayed(text),
      grants,
      devices,
      customers,
    };
  }
}

/** The key with an ID, and that of the activation with it, even if it has ended. Continues another statement. */
const keysWithId = (id: string, organizations: readonly string[]): RawBuilder<unknown> => sql` union all select ${id}::uuid
  union all select a.license_key_id from licensing.activations a where ${anyOf('a.organization_id', organizations)} and a.id = ${id}::uuid`;

const foundInAll = (found: readonly FoundKeys[], page: Wanted): FoundKeys => ({
  rows: firstOf(
    found.map(({ rows }) => rows),
    page,
  ),
  counted: found.reduce((sum, { counted }) => sum + counted, 0),
});

const firstOf = (pages: readonly (readonly ListedRow[])[], { order: { by, isDescending }, limit }: Wanted): ListedRow[] =>
  firstRows(pages, { limit, isDescending, at: (row) => row[by]?.getTime() ?? Number.MAX_VALUE });

/** What comes after a position in an order. */
function positionOf({ order, after }: Wanted): { readonly rest: RawBuilder<unknown>; readonly inOrder: RawBuilder<unknown> } {
  const [value, direction] = [sortValue(order), sql.raw(order.isDescending ? 'desc' : 'asc')];
  const beyond = sql.raw(order.isDescending ? '<' : '>');
  const rest = after ? sql`(${value}, k.id) ${beyond} (${after.at ?? 'infinity'}::timestamptz, ${after.id}::uuid)` : sql`true`;
  return { rest, inOrder: sql`${value} ${direction}, k.id ${direction}` };
}
