import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import type { CustomerAccess } from '#kernel';
import { FindSeller } from '#organizations/contract';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindClaimedSubscriptions } from '../needs/seats-of-purchases.ts';
import { asPortalSubscription, type PortalSubscriptionView } from './portal-subscription.view.ts';
import { type ProductNames, productNamesOf } from './product-names.ts';
import { type SubscriptionColumns, SubscriptionLoader } from './subscription-loader.ts';

/** The subscriptions of a customer, as far as a session may see them. */
@Injectable()
export class PortalSubscriptions {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly subscriptions: SubscriptionLoader,
  ) {}

  /** Members who are neither owner nor billing manager see the subscriptions of which they have a seat. */
  async visible(access: CustomerAccess): Promise<RawBuilder<boolean>> {
    const { organizationId, customerId, member } = access;
    if (access.seesUnassigned) return sql<boolean>`organization_id = ${organizationId} and customer_id = ${customerId}`;
    const claimed = await this.queries.execute(new FindClaimedSubscriptions({ organizationId, memberId: member!.id }));
    return sql<boolean>`organization_id = ${organizationId} and ${anyOf('id', claimed)}`;
  }

  rows(visible: RawBuilder<boolean>) {
    return readDb<EntitlementsTables>(this.em).selectFrom('entitlements.subscriptions').where(visible);
  }

  productNames(visible: RawBuilder<boolean>): Promise<ProductNames> {
    return productNamesOf(this.em, this.queries, 'entitlements.subscriptions', visible);
  }

  async toViews({ organizationId }: CustomerAccess, rows: readonly SubscriptionColumns[]): Promise<PortalSubscriptionView[]> {
    const [subscriptions, seller] = await Promise.all([
      this.subscriptions.of(rows),
      this.queries.execute(new FindSeller(organizationId)),
    ]);
    return subscriptions.map((each) => asPortalSubscription(each, seller));
  }
}
