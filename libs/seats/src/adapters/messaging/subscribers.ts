import type { CustomerPortalEvent } from '#customer-portal/contract';
import { type EntitlementsEvent, SyncSeatHolderGrants, SyncSubscriptionSeats } from '#entitlements/contract';
import { subscriberTo } from '#platform/messaging';
import { EraseSeats } from '../../commands/erase-seats.ts';
import { MoveSeatsOfMergedCustomer } from '../../commands/move-seats-of-merged-customer.ts';
import { MoveSeatsOfSubscription } from '../../commands/move-seats-of-subscription.ts';
import { RevokeOrphanedSeats } from '../../commands/revoke-orphaned-seats.ts';
import { RevokeSeatsOfCustomer, RevokeSeatsOfEndedPurchase, RevokeSeatsOfMember } from '../../commands/revoke-seats.ts';
import { SendInvitation } from '../../commands/send-invitation.ts';
import { SyncMemberEmail } from '../../commands/sync-member-email.ts';
import type { SeatsEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<CustomerPortalEvent | EntitlementsEvent | SeatsEvent>();

export const seatsSubscribers = [
  // Sends the invitation to the holder of the seat by e-mail.
  subscriber({
    id: 'SendInvitationWhenInvited',
    events: ['customer_seat.invited'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId, payload, locale }) =>
      new SendInvitation(organizationId, aggregateId, payload.invitation, locale),
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
    command: ({ organizationId, payload: { subscription_id, seats, revision } }) =>
      new SyncSubscriptionSeats(organizationId, subscription_id!, { seats, revision }),
  }),

  // While a subscription is paused or not paid, nobody can use its seats, but they stay.
  subscriber({
    id: 'RevokeSeatsWhenPurchaseEnds',
    events: ['subscription.revoked'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.seats !== null,
    command: ({ aggregateId }) => new RevokeSeatsOfEndedPurchase({ subscriptionId: aggregateId }),
  }),

  // The seats of a deleted member become available to others.
  subscriber({
    id: 'RevokeSeatsWhenMemberDeleted',
    events: ['member.deleted'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new RevokeSeatsOfMember(organizationId, aggregateId),
  }),

  // A deletion of the holder or the end of the purchase at the same time may have missed the seat.
  subscriber({
    id: 'RevokeSeatWhenGivenTooLate',
    events: ['customer_seat.assigned', 'customer_seat.claimed'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.member_id !== null,
    command: ({ organizationId, payload: { customer_id, member_id, subscription_id, order_id } }) => {
      const purchase = order_id === null ? { subscriptionId: subscription_id } : { orderId: order_id };
      return new RevokeOrphanedSeats(organizationId, customer_id, member_id!, purchase);
    },
  }),

  // A seat shows the current e-mail address of its holder.
  subscriber({
    id: 'FollowEmailWhenMemberUpdated',
    events: ['member.updated'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.changed.includes('email'),
    command: ({ organizationId, aggregateId }) => new SyncMemberEmail(organizationId, aggregateId),
  }),

  // All seats of the purchases of the customer.
  subscriber({
    id: 'RevokeSeatsWhenCustomerDeleted',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new RevokeSeatsOfCustomer(organizationId, aggregateId),
  }),

  // Seats have the addresses of their holders, and metadata that may name them.
  subscriber({
    id: 'EraseSeatsWhenCustomerAnonymized',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ payload }) => payload.anonymized,
    command: ({ organizationId, aggregateId }) => new EraseSeats(organizationId, aggregateId),
  }),

  subscriber({
    id: 'MoveSeatsWhenCustomerMerged',
    events: ['customer.merged'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new MoveSeatsOfMergedCustomer(organizationId, aggregateId),
  }),

  subscriber({
    id: 'MoveSeatsWhenSubscriptionTransferred',
    events: ['subscription.transferred'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.seats !== null,
    command: ({ organizationId, aggregateId }) => new MoveSeatsOfSubscription(organizationId, aggregateId),
  }),
];
