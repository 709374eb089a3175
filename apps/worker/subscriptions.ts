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
  GrantBenefitsWhenPurchaseChanges,
  GrantBenefitsWhenSeatChanges,
  RenewGrantsWhenBenefitChanges,
  RecheckGrantAfterCreation,
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
  SyncCustomerWhenCreated,
  SyncCustomerWhenDeleted,
  SyncCustomerWhenUpdated,
  RevokeCreditWhenGrantRevoked,
} from '#metering';
import type { MeteringEvent } from '#metering/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import type { SubscriberClass } from '#platform/messaging';
import {
  SyncEmailWhenMemberUpdated,
  RecheckSeatAfterAssignment,
  RevokeSeatsWhenCustomerDeleted,
  RevokeSeatsWhenMemberDeleted,
  RevokeSeatsWhenPurchaseEnds,
  SendInvitationWhenInvited,
} from '#seats';
import type { SeatsEvent } from '#seats/contract';

type EventName = (
  CatalogEvent | CustomerPortalEvent | EntitlementsEvent | LicensingEvent | MeteringEvent | OrganizationsEvent | SeatsEvent
)['name'];

const NOBODY: readonly SubscriberClass[] = [];

/** Every event that is published, and who hears of it. One without an entry does not compile, and stops the worker at boot. */
export const subscriptions: Readonly<Record<EventName, readonly SubscriberClass[]>> = {
  'benefit.created': NOBODY,
  'benefit.updated': [RenewGrantsWhenBenefitChanges, RevokeKeysWhenBenefitDeleted],
  'benefit_grant.created': [
    IssueKeyWhenBenefitGranted,
    RecheckGrantAfterCreation,
    CreditMeterWhenBenefitGranted,
    PublishCustomerStateWhenChanged,
  ],
  'benefit_grant.revoked': [RevokeKeyWhenGrantRevoked, RevokeCreditWhenGrantRevoked, PublishCustomerStateWhenChanged],
  'benefit_grant.updated': [UpdateKeyWhenGrantUpdated, PublishCustomerStateWhenChanged],
  'customer.created': [SyncCustomerWhenCreated, PublishCustomerStateWhenChanged],
  'customer.deleted': [
    RevokeSeatsWhenCustomerDeleted,
    EndPurchasesWhenCustomerDeleted,
    RemoveMembersWhenCustomerDeleted,
    RevokeKeysWhenCustomerDeleted,
    SyncCustomerWhenDeleted,
    PublishCustomerStateWhenChanged,
  ],
  'customer.state_changed': NOBODY,
  'customer.updated': [SyncEmailWhenCustomerUpdated, SyncCustomerWhenUpdated, PublishCustomerStateWhenChanged],
  'customer_meter.credited': [PublishCustomerStateWhenChanged],
  'customer_meter.cycled': [PublishCustomerStateWhenChanged],
  'customer_meter.threshold_reached': [PublishCustomerStateWhenChanged],
  'customer_usage.started': [RecordFirstUsageWhenUsageStarted],
  'customer_seat.assigned': [RecheckSeatAfterAssignment],
  'customer_seat.claimed': [GrantBenefitsWhenSeatChanges, RecheckSeatAfterAssignment],
  'customer_seat.invited': [SendInvitationWhenInvited],
  'customer_seat.revoked': [GrantBenefitsWhenSeatChanges],
  'license_key.activated': NOBODY,
  'license_key.created': [SyncGrantWhenLicenseKeyChanges, DeliverKeyWhenCreated, RecheckKeyAfterIssue],
  'license_key.deactivated': NOBODY,
  'license_key.revoked': NOBODY,
  'license_key.rotated': [SyncGrantWhenLicenseKeyChanges],
  'license_key.updated': [SyncGrantWhenLicenseKeyChanges],
  'license_key.usage_limit_reached': NOBODY,
  'member.created': NOBODY,
  'member.deleted': [RevokeSeatsWhenMemberDeleted, RevokeKeysWhenMemberDeleted],
  'member.updated': [SyncEmailWhenMemberUpdated],
  'order.created': NOBODY,
  'order.paid': [GrantBenefitsWhenPurchaseChanges, BecomeTeamWhenSeatsBought],
  'order.updated': NOBODY,
  'organization.updated': NOBODY,
  'product.created': NOBODY,
  'product.updated': [GrantBenefitsWhenProductChanges],
  'seat_pool.resized': [SyncSeatsWhenPoolResized],
  'sign_in.completed': [VerifyAddressWhenSignedIn],
  'sign_in.requested': [SendCodesWhenSignInRequested],
  'subscription.active': [GrantBenefitsWhenPurchaseChanges],
  'subscription.canceled': NOBODY,
  'subscription.created': [GrantBenefitsWhenPurchaseChanges, BecomeTeamWhenSeatsBought, PublishCustomerStateWhenChanged],
  'subscription.cycled': [StartWindowsWhenSubscriptionCycled],
  'subscription.meter_cycled': [StartWindowsWhenMetersCycled],
  'subscription.past_due': [GrantBenefitsWhenPurchaseChanges, RevokeSeatsWhenPurchaseEnds],
  'subscription.revoked': [GrantBenefitsWhenPurchaseChanges, RevokeSeatsWhenPurchaseEnds],
  'subscription.uncanceled': NOBODY,
  'subscription.updated': [GrantBenefitsWhenPurchaseChanges, RevokeSeatsWhenPurchaseEnds, PublishCustomerStateWhenChanged],
};
