import type { EntitlementsEvent } from '#entitlements/contract';
import type { MeteringEvent } from '#metering/contract';
import { subscriberTo } from '#platform/messaging';
import { EraseContacts } from '../../commands/erase-contacts.ts';
import { NoteStateChange } from '../../commands/state-changes.ts';
import { RecordFirstUsage } from '../../commands/record-first-usage.ts';
import { RemoveAllMembers } from '../../commands/remove-all-members.ts';
import { ReportEmailChange } from '../../commands/report-email-change.ts';
import { SendGiftMail } from '../../commands/send-gift-mail.ts';
import { SendEmailChangeLink } from '../../commands/send-email-change-link.ts';
import { SendSignInCodes } from '../../commands/send-sign-in-codes.ts';
import { SyncCustomerEmail } from '../../commands/sync-customer-email.ts';
import { VerifyAddress } from '../../commands/verify-address.ts';
import { BecomeTeam, type CustomerPortalEvent, SelectToldStateChanges } from '../../contract/index.ts';

const subscriber = subscriberTo<CustomerPortalEvent | EntitlementsEvent | MeteringEvent>();

const isActive = (status: string | null): boolean => status === 'active' || status === 'trialing';

export const customerPortalSubscribers = [
  subscriber({
    id: 'SendCodesWhenSignInRequested',
    events: ['sign_in.requested'],
    multiTransaction: true,
    command: ({ aggregateId, locale }) => new SendSignInCodes(aggregateId, locale),
  }),
  subscriber({
    id: 'VerifyAddressWhenSignedIn',
    events: ['sign_in.completed'],
    command: ({ organizationId, aggregateId, payload }) => new VerifyAddress(organizationId, payload.customer_id, aggregateId),
  }),
  subscriber({
    id: 'SendLinkWhenEmailChangeRequested',
    events: ['email_change.requested'],
    multiTransaction: true,
    command: ({ aggregateId, locale }) => new SendEmailChangeLink(aggregateId, locale),
  }),
  subscriber({
    id: 'ReportEmailChangeWhenCompleted',
    events: ['email_change.completed'],
    multiTransaction: true,
    command: ({ aggregateId, locale }) => new ReportEmailChange(aggregateId, locale),
  }),

  // The owner of an individual customer has the same e-mail address as the customer.
  subscriber({
    id: 'FollowAddressWhenCustomerUpdated',
    events: ['customer.updated'],
    accepts: ({ payload }) => payload.changed.includes('email'),
    command: ({ organizationId, aggregateId }) => new SyncCustomerEmail(organizationId, aggregateId),
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

  // The time of first usage is shown with the customer.
  subscriber({
    id: 'NoteFirstUseWhenUsageStarted',
    events: ['customer_usage.started'],
    command: ({ organizationId, aggregateId, payload }) =>
      new RecordFirstUsage(organizationId, aggregateId, new Date(payload.first_event_at)),
  }),

  subscriber({
    id: 'DismissTeamWhenCustomerDeleted',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    command: ({ organizationId, aggregateId, payload }) => new RemoveAllMembers(organizationId, aggregateId, payload.anonymized),
  }),

  // Former members and sign-ins have addresses. A customer that was merged is anonymized, too.
  subscriber({
    id: 'EraseContactsWhenCustomerAnonymized',
    events: ['customer.deleted', 'customer.merged'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ name, payload }) => name === 'customer.merged' || payload.anonymized,
    command: ({ organizationId, aggregateId }) => new EraseContacts(organizationId, aggregateId),
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

  // Any part of the state of a customer has changed, in this context or in others. `PublishCustomerStates` publishes that.
  // The state contains active subscriptions and granted benefits only. Not noted where nobody is told of it.
  subscriber({
    id: 'TellOfStateWhenItChanges',
    events: [
      'customer.created',
      'customer.updated',
      'customer.deleted',
      'customer.merged',
      'subscription.created',
      'subscription.updated',
      'subscription.transferred',
      'benefit_grant.created',
      'benefit_grant.updated',
      'benefit_grant.revoked',
      'benefit_grant.transferred',
      'customer_meter.corrected',
      'customer_meter.credited',
      'customer_meter.cycled',
      'customer_meter.reset',
      'customer_meter.threshold_reached',
      'customer_purchases.moved',
      'customer_usage.moved',
    ],
    accepts: ({ name, payload }) => {
      if (name === 'benefit_grant.updated') return payload.is_granted;
      if (name === 'subscription.updated') return isActive(payload.status) || isActive(payload.previous_status);
      return true;
    },
    wanted: (events) => new SelectToldStateChanges(events),
    command: ({ organizationId, aggregateId, payload }) =>
      new NoteStateChange(organizationId, 'customer_id' in payload ? payload.customer_id : aggregateId),
  }),
];
