import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
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
      .select(['organization_id', 'customer_id', 'product_id', 'seats', 'items'])
      .where('id', '=', id)
      .executeTakeFirst();
    const priceIds = row?.items.map(({ price_id }) => price_id) ?? [];
    return row && { ...factsOf(row), priceIds, subscriptionId: null, orderId: id, entitles: true, hasEnded: false };
  }

  private async subscription(id: string): Promise<PurchaseSnapshot | undefined> {
    const row = await this.em
      .getKysely<EntitlementsTables>()
      .selectFrom('entitlements.subscriptions')
      .select(['organization_id', 'customer_id', 'product_id', 'seats', 'price_ids', 'status', 'grace_over'])
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
  readonly product_id: string;
  readonly seats: number | null;
}) => ({
  organizationId: row.organization_id,
  customerId: row.customer_id,
  productId: row.product_id,
  seats: row.seats,
});
