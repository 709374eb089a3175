import { subscriberTo } from '#platform/messaging';
import { EraseContacts } from '../../commands/erase-contacts.ts';
import { FollowCustomerOfTags } from '../../commands/follow-customer-of-tags.ts';
import { RemoveAllMembers } from '../../commands/remove-all-members.ts';
import { ReportEmailChange } from '../../commands/report-email-change.ts';
import { SendEmailChangeLink } from '../../commands/send-email-change-link.ts';
import { SendSignInCodes } from '../../commands/send-sign-in-codes.ts';
import { SyncCustomerEmail } from '../../commands/sync-customer-email.ts';
import { VerifyAddress } from '../../commands/verify-address.ts';
import type { CustomerPortalEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<CustomerPortalEvent>();

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

  // What sellers sort a customer by is personal, whether or not the rest of a deleted customer is kept.
  subscriber({
    id: 'EraseTagsWhenCustomerDeleted',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new FollowCustomerOfTags(organizationId, aggregateId),
  }),

  subscriber({
    id: 'MoveTagsWhenCustomerMerged',
    events: ['customer.merged'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new FollowCustomerOfTags(organizationId, aggregateId),
  }),
];
