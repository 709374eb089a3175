import type { CatalogEvent } from '#catalog/contract';
import {
  BecomeTeamWhenSeatsBought,
  RemoveMembersWhenCustomerDeleted,
  SyncEmailWhenCustomerUpdated,
  RecordFirstUsageWhenUsageStarted,
  SendCodesWhenSignInRequested,
  PublishCustomerStateWhenChanged,
  VerifyAddressWhenSignedIn,
} from '#customer-portal';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import {
  EndPurchasesWhenCustomerDeleted,
  SyncGrantWhenLicenseKeyChanges,
  SyncSeatsWhenPoolResized,
  GrantBenefitsWhenProductChanges,
  GrantBenefitsWhenDisputeChanges,
  GrantBenefitsWhenPurchaseChanges,
  GrantBenefitsWhenSeatChanges,
  RenewGrantsWhenBenefitChanges,
  RecheckGrantAfterCreation,
  RecordTrialDeviceWhenKeyActivated,
} from '#entitlements';
import type { EntitlementsEvent } from '#entitlements/contract';
import {
  DeliverKeyWhenCreated,
  IssueKeyWhenBenefitGranted,
  RevokeKeysWhenBenefitDeleted,
  RevokeKeysWhenCustomerDeleted,
  RevokeKeysWhenMemberDeleted,
  RevokeKeyWhenGrantRevoked,
  RecheckKeyAfterIssue,
  UpdateKeyWhenGrantUpdated,
} from '#licensing';
import type { LicensingEvent } from '#licensing/contract';
import {
  StartWindowsWhenMetersCycled,
  StartWindowsWhenSubscriptionCycled,
  CreditMeterWhenBenefitGranted,
  RecordSystemEventWhenBenefitGranted,
  RecordSystemEventWhenCustomerChanges,
  RecordSystemEventWhenOrderChanges,
  RecordSystemEventWhenSubscriptionChanges,
  SyncCustomerWhenCreated,
  SyncCustomerWhenDeleted,
  SyncCustomerWhenUpdated,
  RevokeCreditWhenGrantRevoked,
} from '#metering';
import type { MeteringEvent } from '#metering/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import type { Subscriptions } from '#platform/messaging';
import {
  SyncEmailWhenMemberUpdated,
  RecheckSeatAfterAssignment,
  RevokeSeatsWhenCustomerDeleted,
  RevokeSeatsWhenMemberDeleted,
  RevokeSeatsWhenPurchaseEnds,
  SendInvitationWhenInvited,
} from '#seats';
import type { SeatsEvent } from '#seats/contract';

/** Every event that a context publishes. */
export type AnyEvent =
  CatalogEvent | CustomerPortalEvent | EntitlementsEvent | LicensingEvent | MeteringEvent | OrganizationsEvent | SeatsEvent;

/** The subscribers of each event. The compiler requires a row for every event, and in it only subscribers of that event. */
export const subscriptions: Subscriptions<AnyEvent> = {
  'benefit.created': [],
  'benefit.updated': [RenewGrantsWhenBenefitChanges, RevokeKeysWhenBenefitDeleted],
  'benefit_grant.created': [
    IssueKeyWhenBenefitGranted,
    RecheckGrantAfterCreation,
    CreditMeterWhenBenefitGranted,
    PublishCustomerStateWhenChanged,
    RecordSystemEventWhenBenefitGranted,
  ],
  'benefit_grant.revoked': [
    RevokeKeyWhenGrantRevoked,
    RevokeCreditWhenGrantRevoked,
    PublishCustomerStateWhenChanged,
    RecordSystemEventWhenBenefitGranted,
  ],
  'benefit_grant.updated': [UpdateKeyWhenGrantUpdated, PublishCustomerStateWhenChanged, RecordSystemEventWhenBenefitGranted],
  'customer.created': [SyncCustomerWhenCreated, PublishCustomerStateWhenChanged, RecordSystemEventWhenCustomerChanges],
  'customer.deleted': [
    RevokeSeatsWhenCustomerDeleted,
    EndPurchasesWhenCustomerDeleted,
    RemoveMembersWhenCustomerDeleted,
    RevokeKeysWhenCustomerDeleted,
    SyncCustomerWhenDeleted,
    PublishCustomerStateWhenChanged,
    RecordSystemEventWhenCustomerChanges,
  ],
  'customer.state_changed': [],
  'customer.updated': [
    SyncEmailWhenCustomerUpdated,
    SyncCustomerWhenUpdated,
    PublishCustomerStateWhenChanged,
    RecordSystemEventWhenCustomerChanges,
  ],
  'customer_meter.credited': [PublishCustomerStateWhenChanged],
  'customer_meter.cycled': [PublishCustomerStateWhenChanged],
  'customer_meter.threshold_reached': [PublishCustomerStateWhenChanged],
  'customer_usage.started': [RecordFirstUsageWhenUsageStarted],
  'customer_seat.assigned': [RecheckSeatAfterAssignment],
  'customer_seat.claimed': [GrantBenefitsWhenSeatChanges, RecheckSeatAfterAssignment],
  'customer_seat.invited': [SendInvitationWhenInvited],
  'customer_seat.revoked': [GrantBenefitsWhenSeatChanges],
  'dispute.created': [GrantBenefitsWhenDisputeChanges],
  'dispute.updated': [GrantBenefitsWhenDisputeChanges],
  'license_key.activated': [RecordTrialDeviceWhenKeyActivated],
  'license_key.created': [SyncGrantWhenLicenseKeyChanges, DeliverKeyWhenCreated, RecheckKeyAfterIssue],
  'license_key.deactivated': [],
  'license_key.revoked': [],
  'license_key.rotated': [SyncGrantWhenLicenseKeyChanges],
  'license_key.status_decided': [SyncGrantWhenLicenseKeyChanges],
  'license_key.updated': [],
  'license_key.usage_limit_reached': [],
  'member.created': [],
  'member.deleted': [RevokeSeatsWhenMemberDeleted, RevokeKeysWhenMemberDeleted],
  'member.updated': [SyncEmailWhenMemberUpdated],
  'order.created': [],
  'order.paid': [GrantBenefitsWhenPurchaseChanges, BecomeTeamWhenSeatsBought, RecordSystemEventWhenOrderChanges],
  'order.refunded': [RecordSystemEventWhenOrderChanges],
  'order.unvoided': [RecordSystemEventWhenOrderChanges],
  'order.updated': [GrantBenefitsWhenPurchaseChanges],
  'order.voided': [RecordSystemEventWhenOrderChanges],
  'organization.updated': [],
  'product.created': [],
  'product.updated': [GrantBenefitsWhenProductChanges],
  'refund.created': [],
  'seat_pool.resized': [SyncSeatsWhenPoolResized],
  'sign_in.completed': [VerifyAddressWhenSignedIn],
  'sign_in.requested': [SendCodesWhenSignInRequested],
  'subscription.active': [GrantBenefitsWhenPurchaseChanges],
  'subscription.canceled': [RecordSystemEventWhenSubscriptionChanges],
  'subscription.created': [
    GrantBenefitsWhenPurchaseChanges,
    BecomeTeamWhenSeatsBought,
    PublishCustomerStateWhenChanged,
    RecordSystemEventWhenSubscriptionChanges,
  ],
  'subscription.cycled': [StartWindowsWhenSubscriptionCycled, RecordSystemEventWhenSubscriptionChanges],
  'subscription.meter_cycled': [StartWindowsWhenMetersCycled],
  'subscription.past_due': [GrantBenefitsWhenPurchaseChanges, RecordSystemEventWhenSubscriptionChanges],
  'subscription.paused': [GrantBenefitsWhenPurchaseChanges, RecordSystemEventWhenSubscriptionChanges],
  'subscription.resumed': [GrantBenefitsWhenPurchaseChanges, RecordSystemEventWhenSubscriptionChanges],
  'subscription.revoked': [
    GrantBenefitsWhenPurchaseChanges,
    RevokeSeatsWhenPurchaseEnds,
    RecordSystemEventWhenSubscriptionChanges,
  ],
  'subscription.uncanceled': [RecordSystemEventWhenSubscriptionChanges],
  'subscription.updated': [
    GrantBenefitsWhenPurchaseChanges,
    BecomeTeamWhenSeatsBought,
    PublishCustomerStateWhenChanged,
    RecordSystemEventWhenSubscriptionChanges,
  ],
};
