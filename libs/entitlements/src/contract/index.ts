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

export { type DecidedGrant, decidedGrant } from './decided-grant.ts';
export {
  type BenefitGrantSnapshot,
  FindBenefitGrants,
  FindGrantsOfPurchase,
  type GrantsOfPurchase,
} from './find-benefit-grants.ts';
export { FindEntitlements } from './find-entitlements.ts';
export { FindGrantIds } from './find-grant-ids.ts';
export { FindMeterEntitlements } from './find-meter-entitlements.ts';
export { FindProvidedOrders } from './find-provided-orders.ts';
export { FindProvidedSubscriptions, type FollowedSubscription } from './find-provided-subscriptions.ts';
export { FindPurchase, type PurchaseSnapshot, type WhichPurchase } from './find-purchase.ts';
export { FindSeatGrants } from './find-seat-grants.ts';
export { LinkLicenseKey, NoteKeyChange, RecordTrialDevice, SyncGrantWithLicenseKey } from './keys-of-grants.ts';
export { PURCHASE_FIGURES } from './purchase-figures.ts';
export {
  FollowDispute,
  FollowRefunds,
  FollowSubscription,
  PlaceProvidedOrder,
  RecordProvidedPayment,
} from './report-provided-purchases.ts';
export { SearchPurchases } from './search-purchases.ts';
export { SyncSeatHolderGrants, SyncSubscriptionSeats } from './seats-of-purchases.ts';
