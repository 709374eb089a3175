import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Sync } from '#kernel';
import { readOnce } from '#engine/idempotency';
import {
  type AggregateStore,
  anyOf,
  BatchLoader,
  inTransaction,
  pairKey,
  pgPool,
  readByOrganization,
  readDb,
  unzipPairs,
} from '#engine/persistence';
import type { SeatPool } from '../../domain/seat-pool.ts';
import {
  type HeldSeat,
  type SeatPoolSummary,
  type SeatLocation,
  SeatPools,
  type WhichPool,
  type WhichPurchase,
} from '../../domain/seat-pools.ts';
import { seatPoolStore } from './seat-pool-store.ts';
import type { SeatsTables } from './seat.mapping.ts';

const BATCH = 200;

interface Invited {
  readonly seat: SeatLocation;
  readonly expiresAt: Date;
}

@Injectable()
export class PgSeatPools extends SeatPools {
  private readonly store: AggregateStore<WhichPool, SeatPool>;

  constructor(private readonly em: EntityManager) {
    super();
    this.store = seatPoolStore(() => pgPool(em));
  }

  async open(pool: SeatPool): Promise<void> {
    const { organizationId, id, customerId, subscriptionId, orderId, capacity, assigned, revision, createdAt } = pool.snapshot;
    await sql`insert into seats.seat_pools
        (organization_id, id, customer_id, subscription_id, order_id, capacity, assigned, revision, created_at)
      values (${organizationId}, ${id}, ${customerId}, ${subscriptionId}, ${orderId}, ${capacity}, ${assigned}, ${revision},
        ${createdAt.toISOString()})
      on conflict do nothing`.execute(this.em.getKysely<SeatsTables>());
  }

  ofPurchase(organizationId: string, purchase: WhichPurchase): Promise<SeatPoolSummary | undefined> {
    const [summaries, id] =
      'orderId' in purchase ? [this.ofOrders, purchase.orderId] : [this.ofSubscriptions, purchase.subscriptionId];
    return readOnce('pool of purchase', () => summaries.read(pairKey(organizationId, id)));
  }

  async seat(id: string, organizations: readonly string[]): Promise<SeatLocation | undefined> {
    const row = await this.places().where(anyOf('s.organization_id', organizations)).where('s.id', '=', id).executeTakeFirst();
    return row && toPlace(row);
  }

  async invited(digests: readonly Buffer[], now: Date): Promise<SeatLocation | undefined> {
    const names = digests.map((digest) => digest.toString('hex'));
    return readOnce('invited seat', async () => {
      const [invited] = (await this.invitations.readAll(names)).values();
      return invited && invited.expiresAt > now ? invited.seat : undefined;
    });
  }

  /** One statement for all that are read at the same time. */
  private readonly ofSubscriptions = this.summariesBy('subscription_id');
  private readonly ofOrders = this.summariesBy('order_id');

  private summariesBy(column: 'subscription_id' | 'order_id'): BatchLoader<SeatPoolSummary> {
    const read = async (pairs: readonly string[]): Promise<ReadonlyMap<string, SeatPoolSummary>> => {
      const [organizations, ids] = unzipPairs(pairs);
      const rows = await this.reads
        .selectFrom('seats.seat_pools')
        .select(['id', 'capacity', 'assigned', 'revision', 'organization_id', column])
        .where(
          sql<boolean>`(organization_id, ${sql.ref(column)}) in (
            select organization_id, id from unnest(${organizations}::uuid[], ${ids}::uuid[]) as w (organization_id, id))`,
        )
        .execute();
      return new Map(rows.map(({ organization_id, [column]: id, ...summary }) => [pairKey(organization_id, id!), summary]));
    };
    return new BatchLoader<SeatPoolSummary>((pairs) => readByOrganization(this.em, pairs, read), 'microtask');
  }

  /** One statement for all tokens that are presented at the same time. */
  private readonly invitations = new BatchLoader<Invited>(async (digests) => {
    const rows = await this.places()
      .select(['s.invitation_digest', 's.invitation_token_expires_at'])
      .where(sql<boolean>`s.invitation_digest = any(${digests.map((each) => Buffer.from(each, 'hex'))}::bytea[])`)
      .where('s.status', '=', 'pending')
      .execute();
    return new Map(
      rows.map((row) => [
        row.invitation_digest!.toString('hex'),
        { seat: toPlace(row), expiresAt: row.invitation_token_expires_at! },
      ]),
    );
  });

  async assignedSeats({ organizationId, poolId }: WhichPool, expiredAt?: Date): Promise<string[]> {
    let some = this.reads
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
    const rows = await this.reads
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
    const rows = await this.reads
      .selectFrom('seats.seat_pools')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  async holdersOf({ organizationId, poolId }: WhichPool, after: string | null): Promise<HeldSeat[]> {
    let some = this.reads
      .selectFrom('seats.seats')
      .select(['id as seatId', 'member_id as memberId'])
      .where('organization_id', '=', organizationId)
      .where('pool_id', '=', poolId)
      .where('status', '<>', 'revoked');
    if (after !== null) some = some.where('id', '>', after);
    const held = await some.orderBy('id').limit(BATCH).execute();
    return held.map(({ seatId, memberId }) => ({ seatId, memberId: memberId! }));
  }

  /** Locks the pool first, like every change of its seats. */
  async moveTo({ organizationId, poolId }: WhichPool, customerId: string): Promise<void> {
    await inTransaction(this.em, 'SeatPool', async (transaction) => {
      const tables = transaction.getKysely<SeatsTables>();
      await tables
        .updateTable('seats.seat_pools')
        .set({ customer_id: customerId })
        .where('organization_id', '=', organizationId)
        .where('id', '=', poolId)
        .execute();
      await tables
        .updateTable('seats.seats')
        .set({ customer_id: customerId })
        .where('organization_id', '=', organizationId)
        .where('pool_id', '=', poolId)
        .where('status', '<>', 'revoked')
        .execute();
    });
  }

  change<T>(which: WhichPool, by: (pool: SeatPool) => Sync<T>): Promise<T> {
    return this.store.change(which, by);
  }

  private places() {
    return this.reads
      .selectFrom('seats.seats as s')
      .innerJoin('seats.seat_pools as p', (join) =>
        join.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.pool_id'),
      )
      .select(['s.organization_id', 's.pool_id', 's.id', 'p.customer_id', 's.member_id', 's.email'])
      .select(['p.subscription_id', 'p.order_id']);
  }

  private get reads() {
    return readDb<SeatsTables>(this.em);
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
