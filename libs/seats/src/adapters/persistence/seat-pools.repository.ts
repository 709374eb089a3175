import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Sync } from '#kernel';
import { readOnce } from '#platform/idempotency';
import { anyOf, pgPool } from '#platform/persistence';
import type { SeatPool } from '../../domain/seat-pool.ts';
import {
  type SeatPoolSummary,
  type SeatLocation,
  SeatPools,
  type WhichPool,
  type WhichPurchase,
} from '../../domain/seat-pools.ts';
import { SeatPoolGroupCommit } from './seat-pool-group-commit.ts';
import type { SeatsTables } from './seat.mapping.ts';

const BATCH = 200;

@Injectable()
export class PgSeatPools extends SeatPools {
  private readonly grouped: SeatPoolGroupCommit;

  constructor(private readonly em: EntityManager) {
    super();
    this.grouped = new SeatPoolGroupCommit(() => pgPool(em));
  }

  async open(pool: SeatPool): Promise<void> {
    const { organizationId, id, customerId, subscriptionId, orderId, capacity, assigned, revision, createdAt } = pool;
    await sql`insert into seats.seat_pools
        (organization_id, id, customer_id, subscription_id, order_id, capacity, assigned, revision, created_at)
      values (${organizationId}, ${id}, ${customerId}, ${subscriptionId}, ${orderId}, ${capacity}, ${assigned}, ${revision},
        ${createdAt.toISOString()})
      on conflict do nothing`.execute(this.tables);
  }

  async ofPurchase(organizationId: string, purchase: WhichPurchase): Promise<SeatPoolSummary | undefined> {
    const [column, id] =
      'orderId' in purchase ? (['order_id', purchase.orderId] as const) : (['subscription_id', purchase.subscriptionId] as const);
    const pool = this.tables
      .selectFrom('seats.seat_pools')
      .select(['id', 'capacity', 'assigned', 'revision'])
      .where('organization_id', '=', organizationId)
      .where(column, '=', id);
    return readOnce('pool of purchase', () => pool.executeTakeFirst());
  }

  async seat(id: string, organizations: readonly string[]): Promise<SeatLocation | undefined> {
    const row = await this.places().where(anyOf('s.organization_id', organizations)).where('s.id', '=', id).executeTakeFirst();
    return row && toPlace(row);
  }

  async invited(digests: readonly Buffer[], now: Date): Promise<SeatLocation | undefined> {
    const invited = this.places()
      .where(sql<boolean>`s.invitation_digest = any(${digests}::bytea[])`)
      .where('s.status', '=', 'pending')
      .where(sql<boolean>`s.invitation_token_expires_at > ${now.toISOString()}`);
    const row = await readOnce('invited seat', () => invited.executeTakeFirst());
    return row && toPlace(row);
  }

  async assignedSeats({ organizationId, poolId }: WhichPool, expiredAt?: Date): Promise<string[]> {
    let some = this.tables
      .selectFrom('seats.seats')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('pool_id', '=', poolId);
    some = expiredAt
      ? some
          .where('status', '=', 'pending')
          .where(sql<boolean>`invitation_token_expires_at <= ${expiredAt.toISOString()}`)
          .orderBy('invitation_token_expires_at')
      : some.where('status', '<>', 'revoked').orderBy('id');
    return (await some.limit(BATCH).execute()).map(({ id }) => id);
  }

  async withDetails({ organizationId, poolId }: WhichPool): Promise<string[]> {
    const rows = await this.tables
      .selectFrom('seats.seats')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('pool_id', '=', poolId)
      .where(sql<boolean>`(email is not null or seat_metadata::text <> '{}')`)
      .limit(BATCH)
      .execute();
    return rows.map(({ id }) => id);
  }

  async heldBy(organizationId: string, memberId: string): Promise<SeatLocation[]> {
    const rows = await this.places()
      .where('s.organization_id', '=', organizationId)
      .where('s.member_id', '=', memberId)
      .where('s.status', '<>', 'revoked')
      .orderBy('s.id')
      .execute();
    return rows.map(toPlace);
  }

  async ofCustomer(organizationId: string, customerId: string): Promise<string[]> {
    const rows = await this.tables
      .selectFrom('seats.seat_pools')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  change<T>(which: WhichPool, by: (pool: SeatPool) => Sync<T>): Promise<T> {
    return this.grouped.change(which, by);
  }

  private places() {
    return this.tables
      .selectFrom('seats.seats as s')
      .innerJoin('seats.seat_pools as p', (join) =>
        join.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.pool_id'),
      )
      .select(['s.organization_id', 's.pool_id', 's.id', 'p.customer_id', 's.member_id', 's.email'])
      .select(['p.subscription_id', 'p.order_id']);
  }

  private get tables() {
    return this.em.getKysely<SeatsTables>();
  }
}

interface PlaceRow {
  organization_id: string;
  pool_id: string;
  id: string;
  customer_id: string;
  member_id: string | null;
  email: string | null;
  subscription_id: string | null;
  order_id: string | null;
}

const toPlace = (row: PlaceRow): SeatLocation => ({
  organizationId: row.organization_id,
  poolId: row.pool_id,
  seatId: row.id,
  customerId: row.customer_id,
  memberId: row.member_id,
  email: row.email,
  subscriptionId: row.subscription_id,
  orderId: row.order_id,
});
