import type { CatalogEvent } from '#catalog/contract';
import { ProcessEventWhenReceived, RetryEventsWhenPricesChanged } from '#connectors';
import type { ConnectorsEvent } from '#connectors/contract';
import {
  BecomeTeamWhenSeatsBought,
  EraseContactsWhenCustomerAnonymized,
  RemoveMembersWhenCustomerDeleted,
  SyncEmailWhenCustomerUpdated,
  RecordFirstUsageWhenUsageStarted,
  ReportEmailChangeWhenCompleted,
  SendCodesWhenSignInRequested,
  SendLinkWhenEmailChangeRequested,
  NoteStateChangeWhenCustomerChanges,
  VerifyAddressWhenSignedIn,
} from '#customer-portal';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import {
  EndPurchasesWhenCustomerDeleted,
  ErasePurchaseDetailsWhenCustomerAnonymized,
  MoveRecordsWhenCustomerMerged,
  RecheckCustomerOfRecord,
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
  EraseActivationsWhenCustomerAnonymized,
  IssueKeyWhenBenefitGranted,
  MoveKeysWhenCustomerMerged,
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
  EraseUsageDetailsWhenCustomerAnonymized,
  MoveUsageWhenCustomerMerged,
  RecheckCustomerOfUsage,
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
  EraseSeatsWhenCustomerAnonymized,
  MoveSeatsWhenCustomerMerged,
  RecheckSeatAfterAssignment,
  RevokeSeatsWhenCustomerDeleted,
  RevokeSeatsWhenMemberDeleted,
  RevokeSeatsWhenPurchaseEnds,
  SendInvitationWhenInvited,
} from '#seats';
import type { SeatsEvent } from '#seats/contract';
import { RecordWebhookEventWhenPublished, SendNoticeWhenEndpointDisabled } from '#webhooks';
import type { WebhooksEvent } from '#webhooks/contract';

/** Every event that a context publishes. */
export type AnyEvent =
  | CatalogEvent
  | ConnectorsEvent
  | CustomerPortalEvent
  | EntitlementsEvent
  | LicensingEvent
  | MeteringEvent
  | OrganizationsEvent
  | SeatsEvent
  | WebhooksEvent;

/** The subscribers of each event. The compiler requires a row for every event, and in it only subscribers of that event. */
export const subscriptions: Subscriptions<AnyEvent> = {
  'benefit.created': [RecordWebhookEventWhenPublished],
  'benefit.updated': [RenewGrantsWhenBenefitChanges, RevokeKeysWhenBenefitDeleted, RecordWebhookEventWhenPublished],
  'benefit_grant.created': [
    IssueKeyWhenBenefitGranted,
    RecheckGrantAfterCreation,
    CreditMeterWhenBenefitGranted,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenBenefitGranted,
    RecordWebhookEventWhenPublished,
  ],
  'benefit_grant.revoked': [
    RevokeKeyWhenGrantRevoked,
    RevokeCreditWhenGrantRevoked,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenBenefitGranted,
    RecordWebhookEventWhenPublished,
  ],
  'benefit_grant.transferred': [NoteStateChangeWhenCustomerChanges],
  'benefit_grant.updated': [
    UpdateKeyWhenGrantUpdated,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenBenefitGranted,
    RecordWebhookEventWhenPublished,
  ],
  'connector_event.received': [ProcessEventWhenReceived],
  'connector_prices.changed': [RetryEventsWhenPricesChanged],
  'customer.created': [
    SyncCustomerWhenCreated,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenCustomerChanges,
    RecordWebhookEventWhenPublished,
  ],
  'customer.deleted': [
    RevokeSeatsWhenCustomerDeleted,
    EndPurchasesWhenCustomerDeleted,
    RemoveMembersWhenCustomerDeleted,
    RevokeKeysWhenCustomerDeleted,
    SyncCustomerWhenDeleted,
    EraseContactsWhenCustomerAnonymized,
    EraseSeatsWhenCustomerAnonymized,
    ErasePurchaseDetailsWhenCustomerAnonymized,
    EraseActivationsWhenCustomerAnonymized,
    EraseUsageDetailsWhenCustomerAnonymized,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenCustomerChanges,
    RecordWebhookEventWhenPublished,
  ],
  'customer.merged': [
    MoveRecordsWhenCustomerMerged,
    MoveKeysWhenCustomerMerged,
    MoveSeatsWhenCustomerMerged,
    MoveUsageWhenCustomerMerged,
    EraseContactsWhenCustomerAnonymized,
    NoteStateChangeWhenCustomerChanges,
  ],
  'customer.state_changed': [RecordWebhookEventWhenPublished],
  'customer.updated': [
    SyncEmailWhenCustomerUpdated,
    SyncCustomerWhenUpdated,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenCustomerChanges,
    RecordWebhookEventWhenPublished,
  ],
  'customer_meter.credited': [NoteStateChangeWhenCustomerChanges, RecheckCustomerOfUsage],
  'customer_meter.cycled': [NoteStateChangeWhenCustomerChanges, RecheckCustomerOfUsage],
  'customer_meter.threshold_reached': [NoteStateChangeWhenCustomerChanges],
  'customer_purchases.moved': [NoteStateChangeWhenCustomerChanges],
  'customer_usage.moved': [NoteStateChangeWhenCustomerChanges],
  'customer_usage.started': [RecordFirstUsageWhenUsageStarted, RecheckCustomerOfUsage],
  'customer_seat.assigned': [RecheckSeatAfterAssignment, RecordWebhookEventWhenPublished],
  'customer_seat.claimed': [GrantBenefitsWhenSeatChanges, RecheckSeatAfterAssignment, RecordWebhookEventWhenPublished],
  'customer_seat.invited': [SendInvitationWhenInvited],
  'customer_seat.revoked': [GrantBenefitsWhenSeatChanges, RecordWebhookEventWhenPublished],
  'dispute.created': [GrantBenefitsWhenDisputeChanges, RecheckCustomerOfRecord],
  'dispute.updated': [GrantBenefitsWhenDisputeChanges],
  'license_key.activated': [RecordTrialDeviceWhenKeyActivated],
  'license_key.created': [SyncGrantWhenLicenseKeyChanges, DeliverKeyWhenCreated, RecheckKeyAfterIssue],
  'license_key.deactivated': [],
  'license_key.overdraft_used': [],
  'license_key.revoked': [],
  'license_key.rotated': [SyncGrantWhenLicenseKeyChanges],
  'license_key.status_decided': [SyncGrantWhenLicenseKeyChanges],
  'license_key.transferred': [SyncGrantWhenLicenseKeyChanges, RecheckKeyAfterIssue],
  'license_key.updated': [],
  'license_key.usage_limit_reached': [],
  'member.created': [RecordWebhookEventWhenPublished],
  'member.deleted': [RevokeSeatsWhenMemberDeleted, RevokeKeysWhenMemberDeleted, RecordWebhookEventWhenPublished],
  'member.updated': [SyncEmailWhenMemberUpdated, RecordWebhookEventWhenPublished],
  'order.created': [RecheckCustomerOfRecord, RecordWebhookEventWhenPublished],
  'order.paid': [
    GrantBenefitsWhenPurchaseChanges,
    BecomeTeamWhenSeatsBought,
    RecordSystemEventWhenOrderChanges,
    RecordWebhookEventWhenPublished,
  ],
  'order.refunded': [RecordSystemEventWhenOrderChanges, RecordWebhookEventWhenPublished],
  'order.unvoided': [RecordSystemEventWhenOrderChanges],
  'order.updated': [GrantBenefitsWhenPurchaseChanges, RecordWebhookEventWhenPublished],
  'order.voided': [RecordSystemEventWhenOrderChanges],
  'organization.updated': [RecordWebhookEventWhenPublished],
  'product.created': [RecordWebhookEventWhenPublished],
  'product.updated': [GrantBenefitsWhenProductChanges, RecordWebhookEventWhenPublished],
  'refund.created': [RecordWebhookEventWhenPublished],
  'seat_pool.resized': [SyncSeatsWhenPoolResized],
  'email_change.completed': [ReportEmailChangeWhenCompleted],
  'email_change.requested': [SendLinkWhenEmailChangeRequested],
  'sign_in.completed': [VerifyAddressWhenSignedIn],
  'sign_in.requested': [SendCodesWhenSignInRequested],
  'subscription.active': [GrantBenefitsWhenPurchaseChanges, RecordWebhookEventWhenPublished],
  'subscription.billing_period_updated': [RecordSystemEventWhenSubscriptionChanges],
  'subscription.canceled': [RecordSystemEventWhenSubscriptionChanges, RecordWebhookEventWhenPublished],
  'subscription.created': [
    GrantBenefitsWhenPurchaseChanges,
    BecomeTeamWhenSeatsBought,
    RecheckCustomerOfRecord,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'subscription.cycled': [
    StartWindowsWhenSubscriptionCycled,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'subscription.meter_cycled': [StartWindowsWhenMetersCycled],
  'subscription.past_due': [
    GrantBenefitsWhenPurchaseChanges,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'subscription.paused': [
    GrantBenefitsWhenPurchaseChanges,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'subscription.product_updated': [RecordSystemEventWhenSubscriptionChanges],
  'subscription.resumed': [
    GrantBenefitsWhenPurchaseChanges,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'subscription.revoked': [
    GrantBenefitsWhenPurchaseChanges,
    RevokeSeatsWhenPurchaseEnds,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'subscription.seats_updated': [RecordSystemEventWhenSubscriptionChanges],
  'subscription.uncanceled': [RecordSystemEventWhenSubscriptionChanges, RecordWebhookEventWhenPublished],
  'subscription.update_cleared': [RecordSystemEventWhenSubscriptionChanges],
  'subscription.updated': [
    GrantBenefitsWhenPurchaseChanges,
    BecomeTeamWhenSeatsBought,
    NoteStateChangeWhenCustomerChanges,
    RecordSystemEventWhenSubscriptionChanges,
    RecordWebhookEventWhenPublished,
  ],
  'webhook_endpoint.disabled': [SendNoticeWhenEndpointDisabled],
};
