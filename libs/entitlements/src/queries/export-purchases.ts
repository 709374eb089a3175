import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { type ExportedPurchasesView, ExportPurchases } from '../contract/index.ts';
import { PortalBenefitGrants } from './portal-benefit-grants.ts';

const PURCHASE = [
  'id',
  'product_id',
  'currency',
  'amount',
  'tax_amount',
  'seats',
  'metadata',
  'created_at',
  'modified_at',
] as const;
const PERIOD = ['status', 'started_at', 'current_period_start', 'current_period_end'] as const;
const END = ['cancel_at_period_end', 'canceled_at', 'ended_at'] as const;
const REASON = ['customer_cancellation_reason', 'customer_cancellation_comment'] as const;
const GRANT = ['id', 'member_id', 'benefit_id', 'subscription_id', 'order_id', 'granted_at', 'revoked_at', 'created_at'] as const;

@QueryHandler(ExportPurchases)
export class ExportPurchasesHandler implements IQueryHandler<ExportPurchases> {
  constructor(
    private readonly em: EntityManager,
    private readonly own: PortalBenefitGrants,
  ) {}

  async execute({ access }: ExportPurchases): Promise<ExportedPurchasesView> {
    const grants = this.own.includingRevoked(access).select(GRANT).orderBy('created_at').orderBy('id').execute();
    if (!access.seesUnassigned) return { subscriptions: [], orders: [], benefit_grants: await grants };
    const ownPurchase = sql<boolean>`organization_id = ${access.organizationId} and customer_id = ${access.customerId}`;
    const [subscriptions, orders, benefit_grants] = await Promise.all([
      readDb<EntitlementsTables>(this.em)
        .selectFrom('entitlements.subscriptions')
        .select([...PURCHASE, ...PERIOD, ...END, ...REASON])
        .where(ownPurchase)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      readDb<EntitlementsTables>(this.em)
        .selectFrom('entitlements.orders')
        .select([...PURCHASE, 'description', 'status', 'purchased_at'])
        .where(ownPurchase)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      grants,
    ]);
    return { subscriptions, orders, benefit_grants };
  }
}
