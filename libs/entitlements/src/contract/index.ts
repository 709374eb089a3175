import type * as benefitGrants from '../domain/benefit-grant.events.ts';
import type * as disputes from '../domain/dispute.events.ts';
import type * as records from '../domain/records-of-customers.events.ts';
import type * as gifts from '../domain/gift.events.ts';
import type * as refunds from '../domain/refund.events.ts';
import type * as orders from '../domain/order.events.ts';
import type * as subscriptions from '../domain/subscription.events.ts';

type Events = typeof subscriptions &
  typeof orders &
  typeof benefitGrants &
  typeof disputes &
  typeof refunds &
  typeof records &
  typeof gifts;

/** The events that this context publishes. */
export type EntitlementsEvent = InstanceType<Events[keyof Events]>;

export { FindGrantIds } from './find-grant-ids.ts';
export {
  type BenefitGrantSnapshot,
  FindBenefitGrants,
  FindGrantsOfPurchase,
  type GrantsOfPurchase,
} from './find-benefit-grants.ts';
export { type DecidedGrant, decidedGrant } from './decided-grant.ts';
export { FindGrantingPurchases } from './find-granting-purchases.ts';
export { type PurchaseOfGrant, GrantingOrderView, GrantingSubscriptionView } from './granting-purchase.view.ts';
export { FindSeatGrants } from './find-seat-grants.ts';
export { FindProvidedOrders, type ProvidedOrderHere } from './find-provided-orders.ts';
export { FindProvidedSubscriptions, type FollowedSubscription } from './find-provided-subscriptions.ts';
export { FindPurchase, type PurchaseSnapshot, type WhichPurchase } from './find-purchase.ts';
export { type ActiveSubscription, FindEntitlements, type GrantedBenefit } from './find-entitlements.ts';
export {
  FindBenefitGrantViews,
  FindDisputeViews,
  FindOrderViews,
  FindRefundViews,
  FindSubscriptionViews,
} from './find-resources.ts';
export {
  FollowDispute,
  FollowSubscription,
  PlaceProvidedOrder,
  type ProvidedSubscription,
  RecordProvidedPayment,
  FollowRefunds,
} from './report-provided-purchases.ts';
export { FindMeterEntitlements, type MeterEntitlements } from './find-meter-entitlements.ts';
export {
  FindDevice,
  FindGrantedLicenseKeys,
  FindKeysOfGrants,
  FindRenewableKeys,
  type GrantedKey,
  type GrantedLicenseKey,
  type KeyToReserve,
  LinkLicenseKey,
  NoteKeyChange,
  RecordTrialDevice,
  type RenewableKey,
  renewableBy,
  ReserveLicenseKeys,
  SetStatusOfGrantedKey,
  SyncGrantWithLicenseKey,
} from './keys-of-purchases.ts';
export { FindUsage, type ShownMeter, type UsageSnapshot } from './find-usage.ts';
export { SearchPurchases } from './search-purchases.ts';
export {
  CountAssignedSeats,
  FindClaimedSubscriptions,
  FindSeatHolders,
  HoldsSeat,
  type ResizedSeatPool,
  ResizeSeatPool,
  type SeatPurchase,
  SyncSeatHolderGrants,
  SyncSubscriptionSeats,
} from './seats-of-purchases.ts';
export {
  ALL_PRODUCTS,
  ORDER_FIGURES,
  ORDER_ROLLUPS,
  SUBSCRIPTION_FIGURES,
  SUBSCRIPTION_ROLLUPS,
  UNROLLED_ORGANIZATIONS,
} from './purchase-figures.ts';
