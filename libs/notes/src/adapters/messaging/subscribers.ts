import { type CustomerPortalEvent, SelectEventsOfDeletedCustomers } from '#customer-portal/contract';
import { subscriberTo } from '#platform/messaging';
import { FollowCustomerOfNotes } from '../../commands/follow-customer-of-notes.ts';
import type { NotesEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<CustomerPortalEvent | NotesEvent>();

export const notesSubscribers = [
  // What sellers write about customers is personal, whether or not the rest of a deleted customer is kept.
  subscriber({
    id: 'EraseNotesWhenCustomerDeleted',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new FollowCustomerOfNotes(organizationId, aggregateId),
  }),

  subscriber({
    id: 'MoveNotesWhenCustomerMerged',
    events: ['customer.merged'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new FollowCustomerOfNotes(organizationId, aggregateId),
  }),

  // A merger or deletion of the customer may have missed a new note.
  subscriber({
    id: 'RecheckCustomerOfNote',
    events: ['note.added'],
    multiTransaction: true,
    wanted: (events) =>
      new SelectEventsOfDeletedCustomers(events.map(({ id, payload }) => ({ id, customerIds: [payload.customer_id] }))),
    command: ({ organizationId, payload }) => new FollowCustomerOfNotes(organizationId, payload.customer_id),
  }),
];
