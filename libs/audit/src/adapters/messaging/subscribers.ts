import type { CustomerPortalEvent } from '#customer-portal/contract';
import { subscriberTo } from '#platform/messaging';
import { EraseAuditEntries } from '../../commands/erase-audit-entries.ts';

const subscriber = subscriberTo<CustomerPortalEvent>();

export const auditSubscribers = [
  // Entries have the former values of fields. A customer that was merged is anonymized, too.
  subscriber({
    id: 'EraseAuditEntriesWhenCustomerAnonymized',
    events: ['customer.deleted', 'customer.merged'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ name, payload }) => name === 'customer.merged' || payload.anonymized,
    command: ({ organizationId, aggregateId }) => new EraseAuditEntries(organizationId, aggregateId),
  }),
];
