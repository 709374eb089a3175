import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPurchaseViews, type PurchaseViews } from '#customer-portal/contract';
import { ORDER_FIGURES, SUBSCRIPTION_FIGURES } from '../contract/purchase-figures.ts';

const VIEWS: PurchaseViews = {
  activeSubscriptions: 'entitlements.active_subscriptions',
  paidOrders: ORDER_FIGURES,
  subscriptions: SUBSCRIPTION_FIGURES,
};

@QueryHandler(FindPurchaseViews)
export class FindPurchaseViewsHandler implements IQueryHandler<FindPurchaseViews> {
  async execute(): Promise<PurchaseViews> {
    return VIEWS;
  }
}
