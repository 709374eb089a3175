import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindMembers } from '#customer-portal/contract';
import { readDb } from '#engine/persistence';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import type { SeatView } from './seat.view.ts';

type Row = Omit<SeatView, 'member' | 'customer_email'>;

/** What is selected of a seat itself. */
export const SEAT_COLUMNS = [
  's.id',
  's.created_at',
  's.modified_at',
  's.status',
  's.customer_id',
  's.member_id',
  's.email',
  's.invitation_token_expires_at',
  's.claimed_at',
  's.revoked_at',
  's.seat_metadata',
] as const;

/** Loads seats with their members, in a constant number of queries. */
@Injectable()
export class SeatLoader {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  rows() {
    return readDb<SeatsTables>(this.em)
      .selectFrom('seats.seats as s')
      .innerJoin('seats.seat_pools as p', (join) =>
        join.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.pool_id'),
      )
      .select(['p.subscription_id', 'p.order_id'])
      .select(SEAT_COLUMNS);
  }

  async of(rows: readonly Row[]): Promise<SeatView[]> {
    const holders = rows.flatMap(({ member_id }) => member_id ?? []);
    const members = await this.queries.execute(new FindMembers(holders));
    return rows.map((row) => ({
      ...row,
      member: (row.member_id && members.get(row.member_id)) || null,
      customer_email: row.email,
    }));
  }
}
