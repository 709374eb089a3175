import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import {
  FindBenefitGrantViews,
  FindDisputeViews,
  FindOrderViews,
  FindRefundViews,
  FindSubscriptionViews,
} from '../views/index.ts';
import { BenefitGrantLoader } from './benefit-grant-loader.ts';
import { DISPUTE_COLUMNS, DisputeLoader } from './dispute-loader.ts';
import { GRANT_VIEW_COLUMNS } from './grant-columns.ts';
import { ORDER_COLUMNS, OrderLoader } from './order-loader.ts';
import { REFUND_COLUMNS, toRefundView } from './refund-rows.ts';
import { SUBSCRIPTION_COLUMNS, SubscriptionLoader } from './subscription-loader.ts';

type Resources = ReadonlyMap<string, object>;

const byId = (views: readonly { readonly id: string }[]): Resources => new Map(views.map((view) => [view.id, view]));

@QueryHandler(FindSubscriptionViews)
export class FindSubscriptionViewsHandler implements IQueryHandler<FindSubscriptionViews> {
  constructor(
    private readonly em: EntityManager,
    private readonly subscriptions: SubscriptionLoader,
  ) {}

  async execute({ ids }: FindSubscriptionViews): Promise<Resources> {
    const all = readDb<EntitlementsTables>(this.em).selectFrom('entitlements.subscriptions').select(SUBSCRIPTION_COLUMNS);
    return byId(await this.subscriptions.of(await all.where(anyOf('id', ids)).execute()));
  }
}

@QueryHandler(FindOrderViews)
export class FindOrderViewsHandler implements IQueryHandler<FindOrderViews> {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrderLoader,
  ) {}

  async execute({ ids }: FindOrderViews): Promise<Resources> {
    const all = readDb<EntitlementsTables>(this.em).selectFrom('entitlements.orders').select(ORDER_COLUMNS);
    return byId(await this.orders.of(await all.where(anyOf('id', ids)).execute()));
  }
}

@QueryHandler(FindRefundViews)
export class FindRefundViewsHandler implements IQueryHandler<FindRefundViews> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindRefundViews): Promise<Resources> {
    const all = readDb<EntitlementsTables>(this.em).selectFrom('entitlements.refunds').select(REFUND_COLUMNS);
    return byId((await all.where(anyOf('id', ids)).execute()).map(toRefundView));
  }
}

@QueryHandler(FindBenefitGrantViews)
export class FindBenefitGrantViewsHandler implements IQueryHandler<FindBenefitGrantViews> {
  constructor(
    private readonly em: EntityManager,
    private readonly grants: BenefitGrantLoader,
  ) {}

  async execute({ ids }: FindBenefitGrantViews): Promise<Resources> {
    const all = readDb<EntitlementsTables>(this.em).selectFrom('entitlements.benefit_grants').select(GRANT_VIEW_COLUMNS);
    return byId(await this.grants.of(await all.where(anyOf('id', ids)).execute()));
  }
}

@QueryHandler(FindDisputeViews)
export class FindDisputeViewsHandler implements IQueryHandler<FindDisputeViews> {
  constructor(
    private readonly em: EntityManager,
    private readonly disputes: DisputeLoader,
  ) {}

  async execute({ ids }: FindDisputeViews): Promise<Resources> {
    const all = readDb<EntitlementsTables>(this.em).selectFrom('entitlements.disputes').select(DISPUTE_COLUMNS);
    return byId(await this.disputes.of(await all.where(anyOf('id', ids)).execute()));
  }
}
