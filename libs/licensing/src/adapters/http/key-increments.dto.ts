import { COUNTER_NAME } from '#catalog/views';
import { defineRequest, exportFormat, metadataFilter, paging } from '#platform/http';
import { awareTimestamp, cursor, described, describeFields, type Fields, optional, uuid4 } from '#platform/wire';

const path = describeFields({ id: uuid4() }, { id: 'The ID of the license key.' });

const filters = {
  counter: described(optional(COUNTER_NAME), 'Only increments of this counter.'),
  activation_id: described(optional(uuid4()), 'Only increments of this activation.'),
  start_timestamp: described(optional(awareTimestamp()), 'Only increments at this time or later.'),
  end_timestamp: described(optional(awareTimestamp()), 'Only increments before this time.'),
  metadata: metadataFilter(),
} satisfies Fields;

export const ListIncrementsRequest = defineRequest(
  {
    path,
    query: {
      ...filters,
      cursor: described(optional(cursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);

export const ExportIncrementsRequest = defineRequest({ path, query: { ...filters, format: exportFormat('ndjson') } });
