/** How HTTP shows what this context owns: what views of other contexts embed, and the queries that read it by id. */
export {
  FindGrantingPurchases,
  type PurchaseOfGrant,
  GrantingOrderView,
  GrantingSubscriptionView,
} from './granting-purchase.view.ts';
export {
  FindBenefitGrantViews,
  FindDisputeViews,
  FindOrderViews,
  FindRefundViews,
  FindSubscriptionViews,
} from './find-resources.ts';
