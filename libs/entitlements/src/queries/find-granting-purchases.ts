import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#engine/persistence';
import { isPaid } from '../adapters/persistence/sql/is-paid.ts';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindGrantingPurchases, type PurchaseOfGrant } from '../views/index.ts';

type Subscription = NonNullable<PurchaseOfGrant['subscription']>;
type Order = NonNullable<PurchaseOfGrant['order']>;

@QueryHandler(FindGrantingPurchases)
export class FindGrantingPurchasesHandler implements IQueryHandler<FindGrantingPurchases> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, grantIds }: FindGrantingPurchases): Promise<ReadonlyMap<string, PurchaseOfGrant>> {
    if (grantIds.length === 0) return new Map();
    const grants = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(['id', 'subscription_id', 'order_id'])
      .where(anyOf('organization_id', organizations))
      .where(anyOf('id', grantIds))
      .execute();
    const [subscriptions, orders] = await Promise.all([
      this.subscriptions(
        organizations,
        grants.flatMap(({ subscription_id }) => subscription_id ?? []),
      ),
      this.orders(
        organizations,
        grants.flatMap(({ order_id }) => order_id ?? []),
      ),
    ]);
    return new Map(
      grants.map(({ id, subscription_id, order_id }) => {
        const subscription = subscriptions.get(subscription_id ?? '') ?? null;
        return [id, { subscription, order: subscription ? null : (orders.get(order_id ?? '') ?? null) }];
      }),
    );
  }

  private async subscriptions(
    organizations: readonly string[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Subscription>> {
    if (ids.length === 0) return new Map();
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(['id', 'status', 'current_period_start', 'current_period_end', 'cancel_at_period_end', 'ends_at'])
      .where(anyOf('organization_id', organizations))
      .where(anyOf('id', [...new Set(ids)]))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async orders(organizations: readonly string[], ids: readonly string[]): Promise<ReadonlyMap<string, Order>> {
    if (ids.length === 0) return new Map();
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.orders')
      .select(['id', 'created_at', 'status'])
      .where(anyOf('organization_id', organizations))
      .where(anyOf('id', [...new Set(ids)]))
      .execute();
    return new Map(rows.map((row) => [row.id, { ...row, paid: isPaid(row.status) }]));
  }
}
