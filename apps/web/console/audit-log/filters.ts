import { dayIn, type Search, textIn } from '../search-parameters.ts';

/** What the address of the audit log says. Days are those of the reader's time zone. */
export interface AuditSearch {
  readonly actor?: string;
  readonly operation?: string;
  readonly type?: string;
  readonly resource?: string;
  readonly customer?: string;
  /** The `X-Request-Id` of a request. */
  readonly request?: string;
  readonly from?: string;
  readonly until?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idIn = (value: unknown): string | undefined => (typeof value === 'string' && UUID.test(value) ? value : undefined);

export const readAuditSearch = (search: Search): AuditSearch => ({
  actor: idIn(search['actor']),
  operation: textIn(search['operation']),
  type: textIn(search['type']),
  resource: idIn(search['resource']),
  customer: idIn(search['customer']),
  request: textIn(search['request']),
  from: dayIn(search['from']),
  until: dayIn(search['until']),
});

/** The beginning of a day, or of a later one. */
function at(day: string, daysLater = 0): string {
  const time = new Date(`${day}T00:00:00`);
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}

/** The parameters of a request for the log. */
export const auditFilter = ({ actor, operation, type, resource, customer, request, from, until }: AuditSearch) => ({
  actor_id: actor,
  operation,
  resource_type: type,
  resource_id: resource,
  customer_id: customer,
  request_id: request,
  start_timestamp: from && at(from),
  end_timestamp: until && at(until, 1),
});

/** What the log is about. */
export const RESOURCE_TYPES = [
  'access_token',
  'activation',
  'benefit',
  'benefit_grant',
  'connector',
  'custom_field',
  'customer',
  'customer_seat',
  'customer_session',
  'dashboard',
  'dispute',
  'email_change',
  'event_type',
  'file',
  'license_key',
  'license_key_pool',
  'member',
  'meter',
  'note',
  'order',
  'organization',
  'passkey',
  'product',
  'refund',
  'sandbox',
  'saved_view',
  'subscription',
  'user',
  'user_credentials',
  'user_session',
  'webhook_endpoint',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];
