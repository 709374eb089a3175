import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import {
  type ActiveSubscription,
  type Entitlements,
  FindEntitlements,
  type GrantedBenefit,
} from '../contract/find-entitlements.ts';
import { reading } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/rows.mapping.ts';

@QueryHandler(FindEntitlements)
export class FindEntitlementsHandler implements IQueryHandler<FindEntitlements> {
  constructor(private readonly em: EntityManager) {}

  async execute(whose: FindEntitlements): Promise<Entitlements> {
    const [subscriptions, benefits] = await Promise.all([this.subscriptions(whose), this.benefits(whose)]);
    return { subscriptions: subscriptions as ActiveSubscription[], benefits: benefits as GrantedBenefit[] };
  }

  private subscriptions({ organizationId, customerId }: FindEntitlements) {
    return reading<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(['id', 'created_at', 'modified_at', 'metadata', 'status', 'amount', 'currency', 'recurring_interval'])
      .select(['current_period_start', 'current_period_end', 'trial_start', 'trial_end', 'cancel_at_period_end', 'canceled_at'])
      .select(['started_at', 'ends_at', 'product_id', 'seats'])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['active', 'trialing'])
      .orderBy('started_at')
      .orderBy('id')
      .execute();
  }

  private benefits({ organizationId, customerId }: FindEntitlements) {
    return reading<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(['id', 'created_at', 'modified_at', 'granted_at', 'benefit_id', 'properties'])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('granted_at', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }
}
