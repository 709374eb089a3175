import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { SearchCustomers } from '#customer-portal/contract';
import { WallClock } from '#kernel';
import { anyOf, readDb } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import type { KeyPosition } from './key-cursor.ts';

export interface KeyFilter {
  readonly status?: LicenseKeyRow['status'];
  readonly benefit_id?: string;
  readonly customer_id?: string;
  /** A whole key, the end of a key as it is displayed, or the beginning of a customer's name or e-mail address. */
  readonly query?: string;
  readonly expires_after?: Date;
  readonly expires_before?: Date;
}

export interface KeyOrder {
  readonly by: 'created_at' | 'expires_at';
  readonly isDescending: boolean;
}

export const LISTED_COLUMNS = [
  ...(['id', 'created_at', 'modified_at', 'organization_id', 'customer_id', 'benefit_id', 'display_key', 'status'] as const),
  ...(['activation_count', 'limit_activations', 'usage', 'limit_usage', 'validations', 'last_validated_at'] as const),
  ...(['expires_at', 'policy', 'policy_state'] as const),
] as const;
export type ListedRow = Pick<LicenseKeyRow, (typeof LISTED_COLUMNS)[number]>;

/** As in the indexes. */
const EXPIRY = sql`coalesce(k.expires_at, 'infinity'::timestamptz)`;
const HIDDEN = '****-';
/** The most keys that a text finds in each way. */
const FOUND_KEYS = 1_000;
const COLUMNS = sql.raw(LISTED_COLUMNS.map((column) => `k.${column}`).join(', '));

const sortValue = ({ by }: KeyOrder): RawBuilder<unknown> => (by === 'expires_at' ? EXPIRY : sql`k.created_at`);

/** Reads keys in pages, in index order and no further than the page needs, however many there are. */
@Injectable()
export class KeyPages {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {}

  /** The conditions on a key `k`. A text is looked for once, before the keys are. */
  async conditions(organizations: readonly string[], filter: KeyFilter): Promise<RawBuilder<SqlBool>> {
    const { status, benefit_id, customer_id, query, expires_after, expires_before } = filter;
    const conditions = [sql`true`];
    if (status) conditions.push(sql`k.status = ${status}`);
    if (benefit_id) conditions.push(sql`k.benefit_id = ${benefit_id}::uuid`);
    if (customer_id) conditions.push(sql`k.customer_id = ${customer_id}::uuid`);
    if (expires_after) conditions.push(sql`${EXPIRY} >= ${expires_after}::timestamptz`);
    if (expires_before) conditions.push(sql`${EXPIRY} < ${expires_before}::timestamptz`);
    if (query) conditions.push(sql`k.id = any(${await this.idsFor(organizations, query)}::uuid[])`);
    return sql.join(conditions, sql` and `);
  }

  /** At most `limit` keys after a position. */
  async read(
    organizations: readonly string[],
    conditions: RawBuilder<SqlBool>,
    { order, after, limit }: { readonly order: KeyOrder; readonly after: KeyPosition | null; readonly limit: number },
  ): Promise<ListedRow[]> {
    const [value, direction] = [sortValue(order), sql.raw(order.isDescending ? 'desc' : 'asc')];
    const beyond = sql.raw(order.isDescending ? '<' : '>');
    const rest = after ? sql`(${value}, k.id) ${beyond} (${after.at ?? 'infinity'}::timestamptz, ${after.id}::uuid)` : sql`true`;
    const inOrder = sql`${value} ${direction}, k.id ${direction}`;
    const { rows } = await sql<ListedRow>`
      select k.* from unnest(${organizations}::uuid[]) as o (id) cross join lateral (
        select ${COLUMNS} from licensing.license_keys k
        where k.organization_id = o.id and ${conditions} and ${rest} order by ${inOrder} limit ${limit}
      ) as k order by ${inOrder} limit ${limit}`.execute(readDb<object>(this.em));
    return rows;
  }

  /** How many keys match, up to a maximum. */
  async count(organizations: readonly string[], conditions: RawBuilder<SqlBool>, atMost: number): Promise<number> {
    const { rows } = await sql<{ readonly total: number }>`
      select count(*) as total from (
        select from unnest(${organizations}::uuid[]) as o (id) cross join lateral (
          select from licensing.license_keys k where k.organization_id = o.id and ${conditions} limit ${atMost}
        ) as k limit ${atMost}
      ) as found`.execute(readDb<object>(this.em));
    return rows[0]!.total;
  }

  private async idsFor(organizations: readonly string[], query: string): Promise<string[]> {
    const customers = await this.queries.execute(new SearchCustomers(organizations, query));
    const ours = anyOf('organization_id', organizations);
    const shown = query.startsWith(HIDDEN) ? query : `${HIDDEN}${query}`;
    const { rows } = await sql<{ readonly id: string }>`
      (select license_key_id as id from licensing.key_strings
        where ${ours} and digest = any(${this.keyring.digests('license-key', query)}::bytea[])
          and (valid_until is null or valid_until > ${this.clock.now()}))
      union (select id from licensing.license_keys
        where ${ours} and display_key = any(${[...new Set([shown, shown.toUpperCase()])]}::text[]) limit ${FOUND_KEYS})
      union (select id from licensing.license_keys
        where ${ours} and customer_id = any(${customers}::uuid[]) limit ${FOUND_KEYS})`.execute(readDb<object>(this.em));
    return rows.map(({ id }) => id);
  }
}
