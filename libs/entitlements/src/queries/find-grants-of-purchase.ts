import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindBenefitGrants, FindGrantsOfPurchase, FindPurchase, type GrantsOfPurchase } from '../contract/index.ts';

/** Benefits of a product, and those that it had before. Later ones do not count. */
const MOST = 1000;

@QueryHandler(FindGrantsOfPurchase)
export class FindGrantsOfPurchaseHandler implements IQueryHandler<FindGrantsOfPurchase> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ grantId }: FindGrantsOfPurchase): Promise<GrantsOfPurchase | undefined> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return undefined;
    const { organizationId, subscriptionId, orderId, memberId } = grant;
    const which = subscriptionId ? { subscriptionId } : { orderId: orderId! };
    const isBySeats = (await this.queries.execute(new FindPurchase(which)))?.seats !== null;
    let grants = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(['id', 'benefit_id', 'granted_at', 'revision'])
      .where('organization_id', '=', organizationId)
      .where(({ eb }) => (subscriptionId ? eb('subscription_id', '=', subscriptionId) : eb('order_id', '=', orderId)));
    if (isBySeats) grants = grants.where('member_id', memberId === null ? 'is' : '=', memberId);
    const rows = await grants.orderBy('created_at').orderBy('id').limit(MOST).execute();
    return {
      organizationId,
      revision: rows.reduce((sum, { revision }) => sum + revision, 0),
      grants: rows.map(({ id, benefit_id, granted_at }) => ({ id, benefitId: benefit_id, isGranted: granted_at !== null })),
    };
  }
}
