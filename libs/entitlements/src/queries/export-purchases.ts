import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type ExportedPurchases, ExportPurchases } from '#customer-portal/views';
import { readDb, streamList } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { IS_GRANTED } from '../adapters/persistence/sql/is-granted.ts';
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
const GRANT = ['id', 'member_id', 'benefit_id', 'subscription_id', 'order_id', 'revoked_at', 'created_at'] as const;
const GRANTED_AT = sql<Date | null>`case when ${IS_GRANTED} then granted_at end`.as('granted_at');

@QueryHandler(ExportPurchases)
export class ExportPurchasesHandler implements IQueryHandler<ExportPurchases> {
  constructor(
    private readonly em: EntityManager,
    private readonly own: PortalBenefitGrants,
  ) {}

  async execute({ access }: ExportPurchases): Promise<ExportedPurchases> {
    const db = readDb<EntitlementsTables>(this.em);
    const ownPurchase = sql<boolean>`organization_id = ${access.organizationId} and customer_id = ${access.customerId}
      and ${access.seesUnassigned}`;
    const subscriptions = db.selectFrom('entitlements.subscriptions').where(ownPurchase).select(PURCHASE);
    const orders = db.selectFrom('entitlements.orders').where(ownPurchase).select(PURCHASE);
    return {
      subscriptions: streamList(this.em, {
        query: subscriptions.select([...PERIOD, ...END, ...REASON]),
        by: 'started_at',
        large: ['metadata', 'customer_cancellation_comment'],
      }),
      orders: streamList(this.em, {
        query: orders.select(['description', 'status', 'purchased_at', 'invoice', 'receipt']),
        large: ['metadata', 'description'],
      }),
      benefit_grants: streamList(this.em, { query: this.own.includingRevoked(access).select([...GRANT, GRANTED_AT]) }),
    };
  }
}
