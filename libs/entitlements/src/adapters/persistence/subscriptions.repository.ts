import type { FilterQuery, InferEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { type AggregateStore, BatchTable, inTransaction, newAggregates, pgPool, rowStore } from '#engine/persistence';
import type { ExternalId } from '../../domain/purchase.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { Subscriptions, type WhichSubscription } from '../../domain/subscriptions.ts';
import { eraseBatch } from './erase-batch.ts';
import { PurchasesByExternalId, rethrowAsTaken, purchaseInsertion } from './external-ids.ts';
import { SoleSubscriptionInsertion } from './sole-subscription-insertion.ts';
import { SubscriptionMapping, subscriptionRows } from './subscription.mapping.ts';

const BATCH = 200;

const INSERT = BatchTable.of(SubscriptionMapping).insert('subscriptions-insert');
/** Times of rows are those of the system, as in the mapping. */
const rowOf = (subscription: Subscription) => ({
  ...subscription.snapshot,
  created_at: new Date(),
  modified_at: null,
});

const insertionOf = (subscriptions: readonly Subscription[]) => INSERT.of(subscriptions.map(rowOf));

const DETAILS = {
  table: 'entitlements.subscriptions',
  assignments: `customer_cancellation_comment = null, metadata = '{}'`,
  remaining: `customer_cancellation_comment is not null or metadata <> '{}'`,
} as const;

type SubscriptionFilter = FilterQuery<InferEntity<typeof SubscriptionMapping>>;

const live = { status: { $ne: 'canceled' } };

const inPeriod = { status: { $nin: ['canceled', 'paused'] } };

const only = (organizationId: string | undefined) => (organizationId === undefined ? {} : { organizationId });

const seatsDue = (now: Date) =>
  ({
    ...inPeriod,
    currentPeriodEnd: { $lte: now },
    cancelAtPeriodEnd: false,
    pendingUpdate: { seats: { $ne: null } },
  }) as SubscriptionFilter;

/** Each alternative has the condition of its partial index. */
const due = (now: Date) => {
  return {
    $not: seatsDue(now),
    $or: [
      { ...inPeriod, currentPeriodEnd: { $lte: now }, providerRevision: null },
      { ...inPeriod, currentMeterPeriodEnd: { $lte: now }, providerRevision: null },
      { ...inPeriod, currentMeterPeriodEnd: { $lte: now }, currentPeriodEnd: { $gt: now } },
      { status: { $in: ['active', 'trialing'] }, renewalDueAt: { $lte: now } },
      { status: 'past_due', graceOver: false, graceEndsAt: { $lte: now } },
      { status: 'past_due', dunningEndsAt: { $lte: now } },
      { status: 'paused', resumesAt: { $lte: now } },
    ],
  };
};

@Injectable()
export class MikroOrmSubscriptions extends Subscriptions {
  private readonly insertion: ReturnType<typeof purchaseInsertion<Subscription>>;
  private readonly soleInsertion: SoleSubscriptionInsertion;
  private readonly byExternalId: PurchasesByExternalId;
  private readonly changes: AggregateStore<WhichSubscription, Subscription>;

  constructor(private readonly em: EntityManager) {
    super();
    const pool = () => pgPool(em);
    this.byExternalId = new PurchasesByExternalId(em, 'subscriptions');
    this.insertion = purchaseInsertion(pool, 'new Subscription', 'subscriptions', insertionOf);
    this.changes = rowStore(pool, subscriptionRows, {
      by: ['id'],
      placesOf: (which: WhichSubscription) => [which],
      isVisible: ({ organizations }, { organizationId }) => organizations.includes(organizationId),
    });
    this.soleInsertion = new SoleSubscriptionInsertion(pool, 'new Subscription', insertionOf);
  }

  add(subscription: Subscription): Promise<void> {
    return this.insertion.insert(newAggregates([subscription])).catch(rethrowAsTaken);
  }

  findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined> {
    return this.byExternalId.idOf(organizationId, externalId);
  }

  addSole(subscription: Subscription): Promise<boolean> {
    return this.soleInsertion.insert(subscription).catch(rethrowAsTaken);
  }

  change<T>(which: WhichSubscription, by: (subscription: Subscription) => Sync<T>): Promise<T> {
    return this.changes.change(which, by);
  }

  changeDue(now: Date, by: (subscription: Subscription) => void, organizationId?: string): Promise<number> {
    return inTransaction(this.em, 'Subscription', async (transaction) => {
      const where = { ...due(now), ...only(organizationId) };
      const subscriptions = await subscriptionRows.lock(transaction, where, { limit: BATCH, skipsLocked: true });
      subscriptions.all.forEach(by);
      await subscriptions.save();
      return subscriptions.all.length;
    });
  }

  async withSeatsDue(now: Date, organizationId?: string): Promise<WhichSubscription[]> {
    const where = { $and: [seatsDue(now), only(organizationId)] } as SubscriptionFilter;
    const found = await this.em.fork().find(SubscriptionMapping, where, { limit: BATCH });
    return found.map((each) => ({ id: each.id, organizations: [each.organizationId] }));
  }

  async liveOf(organizationId: string, customerId: string): Promise<string[]> {
    const where = { organizationId, customerId, ...live } as SubscriptionFilter;
    return (await this.em.fork().find(SubscriptionMapping, where)).map(({ id }) => id);
  }

  eraseDetails(organizationId: string, customerId: string): Promise<number> {
    return eraseBatch(this.em, DETAILS, organizationId, customerId);
  }
}
