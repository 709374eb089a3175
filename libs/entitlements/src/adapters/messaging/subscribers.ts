import type { CatalogEvent } from '#catalog/contract';
import { type CustomerPortalEvent, SelectEventsOfDeletedCustomers, BecomeTeam } from '#customer-portal/contract';
import { subscriberTo } from '#platform/messaging';
import { AlertOfDispute } from '../../commands/alert-of-dispute.ts';
import { EndPurchasesOfCustomer } from '../../commands/end-purchases-of-customer.ts';
import { ErasePurchaseDetails } from '../../commands/erase-purchase-details.ts';
import { MoveGrantsOfSubscription } from '../../commands/move-grants-of-subscription.ts';
import { MoveRecordsOfMergedCustomer } from '../../commands/move-records-of-merged-customer.ts';
import { RecheckNewGrant } from '../../commands/recheck-new-grant.ts';
import { RenewGrantsOfBenefit } from '../../commands/renew-grants-of-benefit.ts';
import { SelectGrantsToRecheck } from '../../commands/select-grants-to-recheck.ts';
import { SendGiftMail } from '../../commands/send-gift-mail.ts';
import { SyncGrantsOfBenefit } from '../../commands/sync-grants-of-benefit.ts';
import { SyncProductGrants } from '../../commands/sync-product-grants.ts';
import { SyncPurchaseGrants } from '../../commands/sync-purchase-grants.ts';
import type { EntitlementsEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<CatalogEvent | CustomerPortalEvent | EntitlementsEvent>();

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
    command: ({ id, name, organizationId, aggregateId, payload }) => {
      const isOrder = name === 'order.paid' || name === 'order.updated';
      const which = isOrder ? { orderId: aggregateId } : { subscriptionId: aggregateId };
      return new SyncPurchaseGrants({ organizationId, ...which }, Number(id), 'bought' in payload ? payload : undefined);
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

  // A dispute takes the benefits of an order away where the seller wants it, and gives them back when it is won or was a mistake.
  subscriber({
    id: 'GrantBenefitsWhenDisputeChanges',
    events: ['dispute.created', 'dispute.updated'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.revoke_benefits || ('changes' in payload && 'revoke_benefits' in payload.changes),
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

  subscriber({
    id: 'SendAlertWhenDisputeCreated',
    events: ['dispute.created'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId, occurredAt }) =>
      new AlertOfDispute(organizationId, aggregateId, { via: 'mail', occurredAt }),
  }),

  subscriber({
    id: 'PostAlertWhenDisputeCreated',
    events: ['dispute.created'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId, occurredAt }) =>
      new AlertOfDispute(organizationId, aggregateId, { via: 'slack', occurredAt }),
  }),
];
