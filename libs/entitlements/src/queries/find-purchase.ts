import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { isPaid } from '../adapters/persistence/sql/is-paid.ts';
import { FindPurchase, type PurchaseSnapshot } from '../contract/index.ts';
import { FindPurchaseViews, type PurchaseViews } from '#customer-portal/needs';
import { PURCHASE_FIGURES } from '../contract/purchase-figures.ts';

const VIEWS: PurchaseViews = {
  activeSubscriptions: 'entitlements.active_subscriptions',
  paidOrders: PURCHASE_FIGURES.orders,
  subscriptions: PURCHASE_FIGURES.subscriptions,
};

@QueryHandler(FindPurchaseViews)
export class FindPurchaseViewsHandler implements IQueryHandler<FindPurchaseViews> {
  async execute(): Promise<PurchaseViews> {
    return VIEWS;
  }
}

type Hindrance = PurchaseSnapshot['hindrances'][number];

/** The dispute that takes the benefits of the order in this column away: one with `revoke_benefits` that the seller has not won. */
const withholdingDispute = (orderId: string): RawBuilder<string | null> => sql<string | null>`(
  select id from entitlements.disputes where order_id = ${sql.ref(orderId)} and revoke_benefits and status <> 'won'
  order by created_at desc, id limit 1)`;

@QueryHandler(FindPurchase)
export class FindPurchaseHandler implements IQueryHandler<FindPurchase> {
  /** One statement for all that are looked up at the same time. */
  private readonly subscriptions = new BatchLoader<PurchaseSnapshot>((ids) => this.readSubscriptions(ids), 'microtask');

  private readonly orders = new BatchLoader<PurchaseSnapshot>((ids) => this.readOrders(ids), 'microtask');

  constructor(private readonly em: EntityManager) {}

  async execute({ which }: FindPurchase): Promise<PurchaseSnapshot | undefined> {
    return 'orderId' in which ? this.orders.read(which.orderId) : this.subscriptions.read(which.subscriptionId);
  }

  private async readOrders(ids: readonly string[]): Promise<ReadonlyMap<string, PurchaseSnapshot>> {
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.orders')
      .select([
        'id',
        'organization_id',
        'customer_id',
        'recipient_id',
        'product_id',
        'seats',
        'items',
        'status',
        'subscription_id',
        'benefits_revoked_at',
      ])
      .select(withholdingDispute('entitlements.orders.id').as('dispute_id'))
      .where(anyOf('id', ids))
      .execute();
    return new Map(rows.map((row) => [row.id, orderSnapshotOf(row)]));
  }

  private async readSubscriptions(ids: readonly string[]): Promise<ReadonlyMap<string, PurchaseSnapshot>> {
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select([
        'id',
        'organization_id',
        'customer_id',
        'recipient_id',
        'product_id',
        'seats',
        'price_ids',
        'status',
        'grace_over',
        'grace_ends_at',
        'created_at',
        'modified_at',
      ])
      .where(anyOf('id', ids))
      .execute();
    return new Map(rows.map((row) => [row.id, subscriptionSnapshotOf(row)]));
  }
}

type SubscriptionRow = Pick<
  EntitlementsTables['entitlements.subscriptions'],
  | 'id'
  | 'organization_id'
  | 'customer_id'
  | 'recipient_id'
  | 'product_id'
  | 'seats'
  | 'price_ids'
  | 'status'
  | 'grace_over'
  | 'grace_ends_at'
  | 'created_at'
  | 'modified_at'
>;

function hindrancesOfSubscription({ status, grace_over }: Pick<SubscriptionRow, 'status' | 'grace_over'>): Hindrance[] {
  if (status === 'active' || status === 'trialing' || (status === 'past_due' && !grace_over)) return [];
  return [{ reason: status === 'canceled' ? 'ended' : status === 'paused' ? 'paused' : 'unpaid', disputeId: null }];
}

function subscriptionSnapshotOf(row: SubscriptionRow): PurchaseSnapshot {
  const { id, status, grace_over: graceOver, price_ids: priceIds } = row;
  const hindrances = hindrancesOfSubscription(row);
  const pastDueUntil = status === 'past_due' && !graceOver ? row.grace_ends_at : null;
  const decided = { entitles: hindrances.length === 0, hindrances };
  const payment = { pastDueUntil, asOf: row.modified_at ?? row.created_at };
  return { ...factsOf(row), priceIds, ...decided, subscriptionId: id, orderId: null, hasEnded: status === 'canceled', payment };
}

type OrderRow = Pick<
  EntitlementsTables['entitlements.orders'],
  | 'id'
  | 'organization_id'
  | 'customer_id'
  | 'recipient_id'
  | 'product_id'
  | 'seats'
  | 'items'
  | 'status'
  | 'subscription_id'
  | 'benefits_revoked_at'
> & { readonly dispute_id: string | null };

function hindrancesOfOrder({ status, benefits_revoked_at, dispute_id: disputeId }: OrderRow): Hindrance[] {
  const payment: Hindrance[] = isPaid(status) ? [] : [{ reason: status === 'void' ? 'void' : 'unpaid', disputeId: null }];
  const refund: Hindrance[] = benefits_revoked_at === null ? [] : [{ reason: 'refund', disputeId: null }];
  const dispute: Hindrance[] = disputeId === null ? [] : [{ reason: 'dispute', disputeId }];
  return [...dispute, ...refund, ...payment];
}

function orderSnapshotOf(row: OrderRow): PurchaseSnapshot {
  const priceIds = row.items.flatMap(({ price_id }) => price_id ?? []);
  const hindrances = hindrancesOfOrder(row);
  const entitles = row.subscription_id === null && hindrances.length === 0;
  return { ...factsOf(row), priceIds, subscriptionId: null, orderId: row.id, entitles, hindrances, hasEnded: false };
}

const factsOf = (row: {
  readonly organization_id: string;
  readonly customer_id: string;
  readonly recipient_id: string | null;
  readonly product_id: string;
  readonly seats: number | null;
}) => ({
  organizationId: row.organization_id,
  customerId: row.recipient_id ?? row.customer_id,
  buyerId: row.customer_id,
  productId: row.product_id,
  seats: row.seats,
});
