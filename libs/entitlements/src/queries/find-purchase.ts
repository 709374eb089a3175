import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { withheldByDispute } from '../adapters/persistence/sql/withheld-by-dispute.ts';
import { FindPurchase, type PurchaseSnapshot } from '../contract/index.ts';

@QueryHandler(FindPurchase)
export class FindPurchaseHandler implements IQueryHandler<FindPurchase> {
  constructor(private readonly em: EntityManager) {}

  async execute({ which }: FindPurchase): Promise<PurchaseSnapshot | undefined> {
    return 'orderId' in which ? this.order(which.orderId) : this.subscription(which.subscriptionId);
  }

  private async order(id: string): Promise<PurchaseSnapshot | undefined> {
    const row = await this.em
      .getKysely<EntitlementsTables>()
      .selectFrom('entitlements.orders')
      .select([
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
      .select(withheldByDispute(id).as('withheld'))
      .where('id', '=', id)
      .executeTakeFirst();
    const priceIds = row?.items.flatMap(({ price_id }) => price_id ?? []) ?? [];
    const entitles =
      row !== undefined &&
      ['paid', 'partially_refunded', 'refunded'].includes(row.status) &&
      row.subscription_id === null &&
      row.benefits_revoked_at === null &&
      !row.withheld;
    return row && { ...factsOf(row), priceIds, subscriptionId: null, orderId: id, entitles, hasEnded: false };
  }

  private async subscription(id: string): Promise<PurchaseSnapshot | undefined> {
    const row = await this.em
      .getKysely<EntitlementsTables>()
      .selectFrom('entitlements.subscriptions')
      .select(['organization_id', 'customer_id', 'recipient_id', 'product_id', 'seats', 'price_ids', 'status', 'grace_over'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { status, grace_over: graceOver } = row;
    const entitles = status === 'active' || status === 'trialing' || (status === 'past_due' && !graceOver);
    const state = { entitles, hasEnded: status === 'canceled' };
    return { ...factsOf(row), priceIds: row.price_ids, subscriptionId: id, orderId: null, ...state };
  }
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
  productId: row.product_id,
  seats: row.seats,
});
