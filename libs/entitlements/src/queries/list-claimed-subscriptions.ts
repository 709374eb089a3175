import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import { FindSeller } from '#organizations/contract';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindClaimedSubscriptions } from '../needs/seats-of-purchases.ts';
import { asPortalSubscription, type PortalSubscriptionView } from './portal-subscription.view.ts';
import { SubscriptionLoader, SUBSCRIPTION_COLUMNS } from './subscription-loader.ts';

/** The subscriptions in which the customer has claimed a seat, or the member if the access is a member's; latest first. */
export class ListClaimedSubscriptions extends Query<Page<PortalSubscriptionView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListClaimedSubscriptions)
export class ListClaimedSubscriptionsHandler implements IQueryHandler<ListClaimedSubscriptions> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly subscriptions: SubscriptionLoader,
  ) {}

  async execute({ access, paging }: ListClaimedSubscriptions): Promise<Page<PortalSubscriptionView>> {
    const { organizationId, customerId, member } = access;
    const holder = member ? { organizationId, memberId: member.id } : { organizationId, customerId };
    const claimed = await this.queries.execute(new FindClaimedSubscriptions(holder));
    const rows = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.subscriptions')
      .select(SUBSCRIPTION_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where(anyOf('id', claimed))
      .orderBy(orderByWithId(['-started_at']))
      .limit(paging.limit)
      .offset(offsetOf(paging))
      .execute();
    const [subscriptions, seller] = await Promise.all([
      this.subscriptions.of(rows),
      this.queries.execute(new FindSeller(organizationId)),
    ]);
    const views = subscriptions.map((each) => asPortalSubscription(each, seller));
    return toPage(views, claimed.length, paging);
  }
}
