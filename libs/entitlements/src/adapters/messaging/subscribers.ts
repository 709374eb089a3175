import type { CatalogEvent } from '#catalog/contract';
import { BecomeTeam, type CustomerPortalEvent, SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import type { LicensingEvent } from '#licensing/contract';
import { subscriberTo } from '#platform/messaging';
import type { SeatsEvent } from '#seats/contract';
import { EndPurchasesOfCustomer } from '../../commands/end-purchases-of-customer.ts';
import { ErasePurchaseDetails } from '../../commands/erase-purchase-details.ts';
import { LinkLicenseKey } from '../../commands/link-license-key.ts';
import { MoveGrantsOfSubscription } from '../../commands/move-grants-of-subscription.ts';
import { MoveRecordsOfMergedCustomer } from '../../commands/move-records-of-merged-customer.ts';
import { NoteKeyChange } from '../../commands/note-key-change.ts';
import { RecheckNewGrant } from '../../commands/recheck-new-grant.ts';
import { RecordTrialDevice } from '../../commands/record-trial-device.ts';
import { RenewGrantsOfBenefit } from '../../commands/renew-grants-of-benefit.ts';
import { SelectGrantsToRecheck } from '../../commands/select-grants-to-recheck.ts';
import { SendGiftMail } from '../../commands/send-gift-mail.ts';
import { SyncGrantWithLicenseKey } from '../../commands/sync-grant-with-license-key.ts';
import { SyncGrantsOfBenefit } from '../../commands/sync-grants-of-benefit.ts';
import { SyncProductGrants } from '../../commands/sync-product-grants.ts';
import { SyncPurchaseGrants } from '../../commands/sync-purchase-grants.ts';
import { SyncSeatHolderGrants } from '../../commands/sync-seat-holder-grants.ts';
import { SyncSubscriptionSeats } from '../../commands/sync-subscription-seats.ts';
import type { EntitlementsEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<CatalogEvent | CustomerPortalEvent | EntitlementsEvent | LicensingEvent | SeatsEvent>();

interface NamesCustomers {
  readonly customer_id: string;
  readonly recipient_id?: string | null;
}
const customersIn = ({ customer_id, recipient_id = null }: NamesCustomers): string[] =>
  recipient_id === null ? [customer_id] : [customer_id, recipient_id];
const customersOf = (payload: NamesCustomers | { readonly to_customer_id: string }): string[] =>
  'to_customer_id' in payload ? [payload.to_customer_id] : customersIn(payload);

export const entitlementsSubscribers = [
  // Updates the grants to the current state of the purchase, so the order of events does not matter. An order that pays for a subscription
  // brings nothing by itself, and a subscription that is active when it is created is published as `subscription.active`, too.
  subscriber({
    id: 'GrantBenefitsWhenPurchaseChanges',
    events: [
      'order.paid',
      'order.updated',
      'subscription.active',
      'subscription.created',
      'subscription.past_due',
      'subscription.paused',
      'subscription.resumed',
      'subscription.revoked',
      'subscription.updated',
    ],
    multiTransaction: true,
    accepts: ({ name, payload }) => {
      if ('subscription_id' in payload)
        return payload.subscription_id === null && (name !== 'order.updated' || payload.changed.includes('benefits'));
      if (name === 'subscription.created') return payload.status !== 'active';
      return (
        name !== 'subscription.updated' ||
        ['grace_over', 'product_id', 'quantity'].some((field) => payload.changed.includes(field))
      );
    },
    command: ({ id, name, organizationId, aggregateId }) => {
      const isOrder = name === 'order.paid' || name === 'order.updated';
      const which = isOrder ? { orderId: aggregateId } : { subscriptionId: aggregateId };
      return new SyncPurchaseGrants({ organizationId, ...which }, Number(id));
    },
  }),

  // Seats are for several people, so the customer who buys or receives them becomes a team. Completes purchases that were
  // interrupted. Another number of the same seats changes nothing; another product may be the first one sold by seats.
  subscriber({
    id: 'BecomeTeamWhenSeatsBought',
    events: ['order.paid', 'subscription.created', 'subscription.updated'],
    accepts: ({ name, payload }) =>
      payload.seats !== null && (name !== 'subscription.updated' || payload.changed.includes('product_id')),
    command: ({ organizationId, payload }) => new BecomeTeam(organizationId, payload.recipient_id ?? payload.customer_id),
  }),

  // A dispute takes the benefits of an order away where the seller wants it, and gives them back when it is won.
  subscriber({
    id: 'GrantBenefitsWhenDisputeChanges',
    events: ['dispute.created', 'dispute.updated'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.revoke_benefits,
    command: ({ id, organizationId, payload }) =>
      new SyncPurchaseGrants({ organizationId, orderId: payload.order_id }, Number(id)),
  }),

  // Existing purchases are granted the benefits that were added to the product and lose those that were removed.
  subscriber({
    id: 'GrantBenefitsWhenProductChanges',
    events: ['product.updated'],
    multiTransaction: true,
    isBulkWork: true,
    accepts: ({ payload }) => payload.benefits_changed,
    command: ({ id, organizationId, aggregateId }) => new SyncProductGrants(organizationId, aggregateId, Number(id)),
  }),

  // Grants take over changed terms of their benefit, become more or fewer where it says otherwise what a quantity brings, and are revoked
  // when it is deleted.
  subscriber({
    id: 'RenewGrantsWhenBenefitChanges',
    events: ['benefit.updated'],
    multiTransaction: true,
    isBulkWork: true,
    accepts: ({ payload }) => payload.is_deleted || payload.license_key_terms_changed,
    command: ({ id, organizationId, aggregateId, payload }) => {
      const change = payload.is_deleted ? 'deleted' : payload.license_key_expiry_changed ? 'expiry' : 'terms';
      const renewal = new RenewGrantsOfBenefit(organizationId, aggregateId, change, Number(id));
      return payload.license_key_quantity_changed
        ? [new SyncGrantsOfBenefit(organizationId, aggregateId, Number(id)), renewal]
        : renewal;
    },
  }),

  // The holder of a claimed seat is granted the benefits of the product, and loses them with the seat.
  subscriber({
    id: 'GrantBenefitsWhenSeatChanges',
    events: ['customer_seat.claimed', 'customer_seat.revoked'],
    accepts: ({ payload }) => payload.member_id !== null,
    command: ({ id, organizationId, payload: { member_id, subscription_id, order_id } }) => {
      const which = order_id === null ? { subscriptionId: subscription_id } : { orderId: order_id };
      return new SyncSeatHolderGrants({ organizationId, ...which }, member_id!, Number(id));
    },
  }),

  // A subscription has as many seats as its seat pool, even if the command that resized the pool failed to update the subscription.
  subscriber({
    id: 'FollowSeatsWhenPoolResized',
    events: ['seat_pool.resized'],
    accepts: ({ payload }) => payload.subscription_id !== null,
    command: ({ organizationId, payload }) => new SyncSubscriptionSeats(organizationId, payload.subscription_id!),
  }),

  // A grant stores which key was issued for it or renewed by it, and is revoked or granted again when the status of the key is set by hand.
  // It gets the customer of the key when that is transferred.
  subscriber({
    id: 'FollowLicenseKeyWhenItChanges',
    events: [
      'license_key.created',
      'license_key.renewed',
      'license_key.rotated',
      'license_key.status_decided',
      'license_key.transferred',
    ],
    accepts: ({ payload }) =>
      (payload.grant_id !== null || 'renewing_grant_id' in payload) && !('with_grant' in payload && payload.with_grant),
    command: ({ id, name, organizationId, aggregateId, payload }) => {
      const eventId = Number(id);
      if (name === 'license_key.renewed')
        return new LinkLicenseKey({ id: payload.renewing_grant_id, organizationId }, { license_key_id: aggregateId });
      if (name === 'license_key.created') {
        const { grant_id: grantId, display_key } = payload;
        return new LinkLicenseKey({ id: grantId!, organizationId }, { license_key_id: aggregateId, display_key });
      }
      if (name === 'license_key.transferred') return new SyncGrantWithLicenseKey(organizationId, aggregateId, undefined, eventId);
      if (name !== 'license_key.status_decided') return new SyncGrantWithLicenseKey(organizationId, aggregateId);
      const { status, status_revision: revision } = payload;
      return new SyncGrantWithLicenseKey(organizationId, aggregateId, { status, revision, eventId });
    },
  }),

  // Limits, or a status that leaves the benefit granted. Other statuses grant or revoke, which is published as such.
  subscriber({
    id: 'NoteKeyChangeWhenMadeByHand',
    events: ['license_key.disabled', 'license_key.enabled', 'license_key.updated'],
    accepts: ({ payload }) => payload.by_hand && payload.grant_id !== null && payload.changes.status?.before !== 'revoked',
    command: ({ organizationId, payload }) => new NoteKeyChange({ id: payload.grant_id!, organizationId }),
  }),

  // The device on which a key of a trial is activated has had the trial of the product.
  subscriber({
    id: 'RecordTrialDeviceWhenKeyActivated',
    events: ['license_key.activated'],
    accepts: ({ payload }) => payload.has_device && payload.grant_id !== null,
    command: ({ organizationId, payload }) => new RecordTrialDevice(organizationId, payload.grant_id!, payload.activation_id),
  }),

  subscriber({
    id: 'MailGiftWhenPurchased',
    events: ['gift.purchased'],
    multiTransaction: true,
    command: ({ organizationId, payload, locale }) => {
      const gift = { buyerId: payload.customer_id, recipientId: payload.recipient_id, productId: payload.product_id };
      return new SendGiftMail(organizationId, gift, locale);
    },
  }),

  subscriber({
    id: 'MoveGrantsWhenSubscriptionTransferred',
    events: ['subscription.transferred'],
    multiTransaction: true,
    command: ({ id, organizationId, aggregateId, payload }) =>
      new MoveGrantsOfSubscription(organizationId, aggregateId, payload.holder_id, Number(id)),
  }),

  // A merger or deletion of the customer, or a change or deletion of the benefit, may have missed a new grant. One that waited was decided
  // before.
  subscriber({
    id: 'RevokeGrantWhenGrantedTooLate',
    events: ['benefit_grant.created', 'benefit_grant.decided'],
    multiTransaction: true,
    accepts: ({ name, payload }) => name === 'benefit_grant.decided' || !payload.waited_for_key,
    wanted: (events) =>
      new SelectGrantsToRecheck(
        events.map(({ id, payload }) => ({
          id,
          customerId: payload.customer_id,
          benefitId: payload.benefit_id,
          terms: payload.decision?.benefit,
        })),
      ),
    command: ({ id: eventId, organizationId, aggregateId: id, payload }) =>
      new RecheckNewGrant({ id, organizationId }, Number(eventId), payload.decision?.benefit),
  }),

  // A merger at the same time may have missed the customers of a new or transferred purchase, or of a dispute.
  subscriber({
    id: 'RecheckCustomerOfRecord',
    events: ['dispute.created', 'order.created', 'subscription.created', 'subscription.transferred'],
    multiTransaction: true,
    wanted: (events) =>
      new SelectEventsOfDeletedCustomers(events.map(({ id, payload }) => ({ id, customerIds: customersOf(payload) }))),
    command: ({ id: eventId, organizationId, payload }) =>
      customersOf(payload).map((id) => new MoveRecordsOfMergedCustomer(organizationId, id, Number(eventId))),
  }),

  subscriber({
    id: 'MoveRecordsWhenCustomerMerged',
    events: ['customer.merged'],
    multiTransaction: true,
    command: ({ id, organizationId, aggregateId }) => new MoveRecordsOfMergedCustomer(organizationId, aggregateId, Number(id)),
  }),
  subscriber({
    id: 'EndPurchasesWhenCustomerDeleted',
    events: ['customer.deleted'],
    multiTransaction: true,
    command: ({ id, organizationId, aggregateId }) => new EndPurchasesOfCustomer(organizationId, aggregateId, Number(id)),
  }),

  // Orders have a copy of the billing details; metadata and comments may name the customer.
  subscriber({
    id: 'ErasePurchaseDetailsWhenCustomerAnonymized',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ payload }) => payload.anonymized,
    command: ({ organizationId, aggregateId }) => new ErasePurchaseDetails(organizationId, aggregateId),
  }),
];
