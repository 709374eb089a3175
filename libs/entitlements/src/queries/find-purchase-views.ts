import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindPurchaseViews, type PurchaseViews } from '#customer-portal/needs';
import { PURCHASE_FIGURES } from '../contract/purchase-figures.ts';

const VIEWS: PurchaseViews = {
  activeSubscriptions: 'entitlements.active_subscriptions',
  paidOrders: PURCHASE_FIGURES.orders,
  subscriptions: PURCHASE_FIGURES.subscriptions,
};

@QueryHandler(FindPurchaseViews)
export class FindPurchaseViewsHandler implements IQueryHandler<FindPurchaseViews> {
  async execute(): Promise<PurchaseViews> {
    return VIEWS;
  }
}
