import type { CatalogEvent } from '#catalog/contract';
import {
  BecomeTeamWhenSeatsBought,
  DismissTeamWhenCustomerDeleted,
  FollowAddressWhenCustomerUpdated,
  NoteFirstUseWhenUsageStarted,
  SendCodesWhenSignInRequested,
  TellOfStateWhenItChanges,
  VerifyAddressWhenSignedIn,
} from '#customer-portal';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import {
  EndPurchasesWhenCustomerDeleted,
  FollowLicenseKeyWhenItChanges,
  FollowSeatsWhenPoolResized,
  GrantBenefitsWhenProductChanges,
  GrantBenefitsWhenPurchaseChanges,
  GrantBenefitsWhenSeatChanges,
  RenewGrantsWhenBenefitChanges,
  RevokeGrantWhenGrantedTooLate,
} from '#entitlements';
import type { EntitlementsEvent } from '#entitlements/contract';
import {
  DeliverKeyWhenCreated,
  IssueKeyWhenBenefitGranted,
  RevokeKeysWhenBenefitDeleted,
  RevokeKeysWhenCustomerDeleted,
  RevokeKeysWhenMemberDeleted,
  RevokeKeyWhenGrantRevoked,
  RevokeKeyWhenIssuedTooLate,
  UpdateKeyWhenGrantUpdated,
} from '#licensing';
import type { LicensingEvent } from '#licensing/contract';
import {
  BeginWindowsWhenMetersCycled,
  BeginWindowsWhenSubscriptionCycled,
  CreditMeterWhenBenefitGranted,
  FollowCustomerWhenCreated,
  FollowCustomerWhenDeleted,
  FollowCustomerWhenUpdated,
  TakeCreditBackWhenGrantRevoked,
} from '#metering';
import type { MeteringEvent } from '#metering/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import type { SubscriberClass } from '#platform/messaging';
import {
  FollowEmailWhenMemberUpdated,
  RevokeSeatWhenGivenTooLate,
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
    RevokeGrantWhenGrantedTooLate,
    CreditMeterWhenBenefitGranted,
    TellOfStateWhenItChanges,
  ],
  'benefit_grant.revoked': [RevokeKeyWhenGrantRevoked, TakeCreditBackWhenGrantRevoked, TellOfStateWhenItChanges],
  'benefit_grant.updated': [UpdateKeyWhenGrantUpdated, TellOfStateWhenItChanges],
  'customer.created': [FollowCustomerWhenCreated, TellOfStateWhenItChanges],
  'customer.deleted': [
    RevokeSeatsWhenCustomerDeleted,
    EndPurchasesWhenCustomerDeleted,
    DismissTeamWhenCustomerDeleted,
    RevokeKeysWhenCustomerDeleted,
    FollowCustomerWhenDeleted,
    TellOfStateWhenItChanges,
  ],
  'customer.state_changed': NOBODY,
  'customer.updated': [FollowAddressWhenCustomerUpdated, FollowCustomerWhenUpdated, TellOfStateWhenItChanges],
  'customer_meter.credited': [TellOfStateWhenItChanges],
  'customer_meter.cycled': [TellOfStateWhenItChanges],
  'customer_meter.threshold_reached': [TellOfStateWhenItChanges],
  'customer_usage.started': [NoteFirstUseWhenUsageStarted],
  'customer_seat.assigned': [RevokeSeatWhenGivenTooLate],
  'customer_seat.claimed': [GrantBenefitsWhenSeatChanges, RevokeSeatWhenGivenTooLate],
  'customer_seat.invited': [SendInvitationWhenInvited],
  'customer_seat.revoked': [GrantBenefitsWhenSeatChanges],
  'license_key.activated': NOBODY,
  'license_key.created': [FollowLicenseKeyWhenItChanges, DeliverKeyWhenCreated, RevokeKeyWhenIssuedTooLate],
  'license_key.deactivated': NOBODY,
  'license_key.revoked': NOBODY,
  'license_key.rotated': [FollowLicenseKeyWhenItChanges],
  'license_key.updated': [FollowLicenseKeyWhenItChanges],
  'license_key.usage_limit_reached': NOBODY,
  'member.created': NOBODY,
  'member.deleted': [RevokeSeatsWhenMemberDeleted, RevokeKeysWhenMemberDeleted],
  'member.updated': [FollowEmailWhenMemberUpdated],
  'order.created': NOBODY,
  'order.paid': [GrantBenefitsWhenPurchaseChanges, BecomeTeamWhenSeatsBought],
  'order.updated': NOBODY,
  'organization.updated': NOBODY,
  'product.created': NOBODY,
  'product.updated': [GrantBenefitsWhenProductChanges],
  'seat_pool.resized': [FollowSeatsWhenPoolResized],
  'sign_in.completed': [VerifyAddressWhenSignedIn],
  'sign_in.requested': [SendCodesWhenSignInRequested],
  'subscription.active': [GrantBenefitsWhenPurchaseChanges],
  'subscription.canceled': NOBODY,
  'subscription.created': [GrantBenefitsWhenPurchaseChanges, BecomeTeamWhenSeatsBought, TellOfStateWhenItChanges],
  'subscription.cycled': [BeginWindowsWhenSubscriptionCycled],
  'subscription.meter_cycled': [BeginWindowsWhenMetersCycled],
  'subscription.past_due': [GrantBenefitsWhenPurchaseChanges, RevokeSeatsWhenPurchaseEnds],
  'subscription.revoked': [GrantBenefitsWhenPurchaseChanges, RevokeSeatsWhenPurchaseEnds],
  'subscription.uncanceled': NOBODY,
  'subscription.updated': [GrantBenefitsWhenPurchaseChanges, RevokeSeatsWhenPurchaseEnds, TellOfStateWhenItChanges],
};
