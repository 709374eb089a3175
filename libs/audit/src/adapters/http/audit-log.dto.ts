import { defineRequest, exportFormat, paging, repeatable, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { awareTimestamp, cursor, described, type Fields, optional, text, uuid4 } from '#platform/wire';

/** As long as an `X-Request-Id` can be. */
const LONGEST_REQUEST_ID = 128;

const filters = {
  organization_id: described(repeatable(uuid4()), 'Only entries of these organizations.'),
  actor_id: described(optional(uuid4()), 'Only changes by this user, organization, customer or member.'),
  operation: described(optional(text(LOOKUP_TEXT)), 'Only changes by this operation, as `operation` of an entry names it.'),
  resource_type: described(optional(text(LOOKUP_TEXT)), 'Only changes of resources of this type, such as `license_key`.'),
  resource_id: described(optional(uuid4()), 'Only changes of this resource.'),
  customer_id: described(optional(uuid4()), 'Only changes of what belongs to this customer.'),
  request_id: described(
    optional(text({ min: 1, max: LONGEST_REQUEST_ID })),
    'Only changes that the request with this `X-Request-Id` asked for or caused.',
  ),
  start_timestamp: described(optional(awareTimestamp()), 'Only changes at this time or later.'),
  end_timestamp: described(optional(awareTimestamp()), 'Only changes before this time.'),
} satisfies Fields;

export const ListAuditLogRequest = defineRequest(
  {
    query: {
      ...filters,
      sorting: sorting(['created_at'], ['-created_at']),
      cursor: described(optional(cursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);

export const ExportAuditLogRequest = defineRequest(
  {
    query: {
      ...filters,
      format: exportFormat('ndjson'),
    },
  },
  { readsMany: true },
);
