import { csvLine } from '#kernel';
import type { AuditEntryView } from '../../contract/audit-entry.view.ts';

const COLUMNS: Readonly<Record<string, (entry: AuditEntryView) => string | null>> = {
  created_at: ({ created_at }) => new Date(created_at).toISOString(),
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

export const CSV_HEADER = csvLine(Object.keys(COLUMNS));

/** An entry as a line of CSV. */
export const entryLine = (entry: AuditEntryView): string => csvLine(Object.values(COLUMNS).map((column) => column(entry)));
