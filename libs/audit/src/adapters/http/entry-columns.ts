import type { Columns } from '#platform/http';
import type { AuditEntryView } from '../../queries/audit-entry.view.ts';

/** An entry as a line of CSV. */
export const ENTRY_COLUMNS: Columns<AuditEntryView> = {
  created_at: ({ created_at }) => new Date(created_at),
  id: ({ id }) => id,
  organization_id: ({ organization_id }) => organization_id,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  credential_id: ({ actor }) => actor.credential_id,
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
  event: ({ event }) => event,
  operation: ({ operation }) => operation,
  action: ({ action }) => action,
  resource_type: ({ resource }) => resource.type,
  resource_id: ({ resource }) => resource.id,
  customer_id: ({ customer_id }) => customer_id,
  changes: ({ changes }) => changes && JSON.stringify(changes),
};
