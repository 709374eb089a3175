import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { SEARCHED_CUSTOMERS, SearchCustomers } from '#customer-portal/contract';
import { anyOf, createdAt, eachOnCoordinator, firstRows, readDb, refersToFound } from '#engine/persistence';
import type { Position } from '#platform/wire';
import type { PurchaseKind } from './seat-pool.view.ts';

export interface SeatPoolFilter {
  readonly customer_id?: readonly string[];
  readonly purchase?: PurchaseKind;
  /** The beginning of the name or the e-mail address of the customer. */
  readonly query?: string;
}

export interface PoolRow {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
  readonly capacity: number;
  readonly assigned: number;
  readonly pending: number;
}

/** Counting further would take longer the more there are. */
export const MOST_COUNTED = 1_000;

const COLUMNS = sql.raw(
  ['id', 'created_at', 'modified_at', 'organization_id', 'customer_id', 'subscription_id', 'order_id', 'capacity', 'assigned']
    .map((column) => `p.${column}`)
    .join(', '),
);
const PENDING = sql`(select count(*) from (
  select from seats.seats s where s.organization_id = o.organization_id and s.pool_id = p.id and s.status = 'pending'
  limit ${sql.lit(MOST_COUNTED + 1)}) as found)::int`;

/** Reads pools in pages, in index order and no further than the page needs, however many there are. */
@Injectable()
export class SeatPoolPages {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  /** The conditions on a pool `p`. A text is looked for once, before the pools are. */
  async conditions(
    organizations: readonly string[],
    { customer_id, purchase, query }: SeatPoolFilter,
  ): Promise<RawBuilder<SqlBool>> {
    const conditions = [sql`true`];
    if (customer_id) conditions.push(anyOf('p.customer_id', customer_id));
    if (purchase) conditions.push(sql`(p.order_id is null) = ${purchase === 'subscription'}`);
    if (query)
      conditions.push(
        refersToFound('p', SEARCHED_CUSTOMERS, await this.queries.execute(new SearchCustomers(organizations, query))),
      );
    return sql.join(conditions, sql` and `);
  }

  /** At most `limit` pools after a position. */
  async read(
    organizations: readonly string[],
    conditions: RawBuilder<SqlBool>,
    page: { readonly isDescending: boolean; readonly after: Position | null; readonly limit: number },
  ): Promise<PoolRow[]> {
    const { isDescending, after, limit } = page;
    const pages = await eachOnCoordinator(this.em, organizations, (each) => this.read([each], conditions, page));
    if (pages) return firstRows(pages, { ...page, at: createdAt });
    const beyond = sql.raw(isDescending ? '<' : '>');
    const rest = after ? sql`(p.created_at, p.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
    const direction = sql.raw(isDescending ? 'desc' : 'asc');
    const inOrder = sql`p.created_at ${direction}, p.id ${direction}`;
    const { rows } = await sql<PoolRow>`
      select p.*, ${PENDING} as pending from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
        select ${COLUMNS} from seats.seat_pools p
        where p.organization_id = o.organization_id and ${conditions} and ${rest} order by ${inOrder} limit ${limit}
      ) as p order by ${inOrder} limit ${limit}`.execute(readDb<object>(this.em));
    return rows;
  }

  /** How many pools match, up to one more than the most that are counted. */
  async count(organizations: readonly string[], conditions: RawBuilder<SqlBool>): Promise<number> {
    const most = sql.lit(MOST_COUNTED + 1);
    const counts = await eachOnCoordinator(this.em, organizations, (each) => this.count([each], conditions));
    if (counts)
      return Math.min(
        MOST_COUNTED + 1,
        counts.reduce((sum, count) => sum + count, 0),
      );
    const { rows } = await sql<{ readonly total: number }>`
      select count(*)::int as total from (
        select from unnest(${organizations}::uuid[]) as o (organization_id) cross join lateral (
          select from seats.seat_pools p where p.organization_id = o.organization_id and ${conditions} limit ${most}
        ) as p limit ${most}
      ) as found`.execute(readDb<object>(this.em));
    return rows[0]!.total;
  }
}
