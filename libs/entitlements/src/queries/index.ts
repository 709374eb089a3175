export { BenefitGrantLoader } from './benefit-grant-loader.ts';
export { ExportOrdersHandler } from './export-orders.ts';
export { ExportPurchasesHandler } from './export-purchases.ts';
export { ExportSubscriptionsHandler } from './export-subscriptions.ts';
export { FindBenefitGrantsHandler, FindGrantsOfPurchaseHandler, FindSeatGrantsHandler } from './find-benefit-grants.ts';
export { FindEntitlementsHandler, FindMeterEntitlementsHandler } from './find-entitlements.ts';
export { FindGrantHolderHandler, FindGrantsOfSessionHandler, FindOwnGrantsHandler } from './find-own-grants.ts';
export { FindPurchaseViewsHandler, FindPurchaseHandler } from './find-purchase.ts';
export {
  FindSubscriptionViewsHandler,
  FindOrderViewsHandler,
  FindRefundViewsHandler,
  FindBenefitGrantViewsHandler,
  FindDisputeViewsHandler,
} from './find-resources.ts';
export { GetBenefitGrantHandler } from './get-benefit-grant.ts';
export { GetDisputeHandler } from './get-dispute.ts';
export { GetOrderDocumentHandler } from './get-order-document.ts';
export { GetOrderFiguresHandler } from './get-order-figures.ts';
export { GetOrderHandler } from './get-order.ts';
export { GetPortalBenefitGrantHandler } from './get-portal-benefit-grant.ts';
export { GetPortalOrderHandler } from './get-portal-order.ts';
export { GetPortalSubscriptionHandler } from './get-portal-subscription.ts';
export { GetSubscriptionHandler } from './get-subscription.ts';
export { ListBenefitGrantsHandler } from './list-benefit-grants.ts';
export { ListClaimedSubscriptionsHandler } from './list-claimed-subscriptions.ts';
export { ListDisputesHandler } from './list-disputes.ts';
export { ListOrdersHandler } from './list-orders.ts';
export { ListPortalBenefitGrantsHandler } from './list-portal-benefit-grants.ts';
export { ListPortalOrdersHandler } from './list-portal-orders.ts';
export { ListPortalSubscriptionsHandler } from './list-portal-subscriptions.ts';
export { ListRefundsHandler } from './list-refunds.ts';
export { ListSubscriptionsHandler } from './list-subscriptions.ts';
export { OrderLoader } from './order-loader.ts';
export { PortalBenefitGrants } from './portal-benefit-grants.ts';
export { PortalOrders } from './portal-orders.ts';
export { PortalSubscriptions } from './portal-subscriptions.ts';
export { PurchaseFinder } from './purchase-finder.ts';
export { SubscriptionLoader } from './subscription-loader.ts';
export { SubscriptionMeters } from './subscription-meters.ts';
export { FindGrantingPurchasesHandler } from './find-granting-purchases.ts';
export { FindGrantIdsHandler } from './find-grant-ids.ts';
export { FindProvidedOrdersHandler, FindProvidedSubscriptionsHandler } from './find-provided-purchases.ts';
export { GetTimeZoneHandler } from './get-time-zone.ts';
export { DisputeLoader } from './dispute-loader.ts';
export { SearchPurchasesHandler } from './search-purchases.ts';
export { GetOrderTagsHandler, ListOrderTagsHandler, ListTaggedOrdersHandler } from './order-tags.ts';
