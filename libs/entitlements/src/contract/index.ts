import type { EventsIn } from '#kernel';
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
export type EntitlementsEvent = EventsIn<Events>;

export {
  type DecidedGrant,
  decidedGrant,
  type BenefitGrantSnapshot,
  FindBenefitGrants,
  FindGrantsOfPurchase,
  FindGrantsOfSession,
  FindGrantIds,
  FindSeatGrants,
} from './grants.ts';
export { FindEntitlements, SearchPurchases, FindMeterEntitlements } from './purchases.ts';
export { FindProvidedOrders, FindProvidedSubscriptions, type FollowedSubscription } from './provided-purchases.ts';
export { FindPurchase, type PurchaseSnapshot, type WhichPurchase } from './find-purchase.ts';
export { LinkLicenseKey, NoteKeyChange, RecordTrialDevice, SyncGrantWithLicenseKey } from './keys-of-grants.ts';
export { PURCHASE_FIGURES } from './purchase-figures.ts';
export {
  FollowDispute,
  FollowRefunds,
  FollowSubscription,
  PlaceProvidedOrder,
  RecordProvidedPayment,
} from './report-provided-purchases.ts';
export { SyncSeatHolderGrants, SyncSubscriptionSeats } from './seats-of-purchases.ts';
