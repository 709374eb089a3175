import { comparedTag, withOneTag } from '#customer-portal/views';
import { defineRequest, exportFormat, paging, repeatable, sorting } from '#platform/http';
import { MOST_TAGS } from '#support/tags';
import { LOOKUP_TEXT } from '#support/texts';
import {
  awareTimestamp,
  boolean,
  described,
  type Fields,
  list,
  oneOf,
  optional,
  text,
  timeZone,
  uuid4,
  withDefault,
} from '#platform/wire';
import { ACTIVITY_INTERVALS } from '../../queries/get-key-activity.ts';
import { keyCursor } from '../../queries/key-cursor.ts';

const organization_id = described(repeatable(uuid4()), 'Only license keys of these organizations. Can be repeated.');

/** What the keys of an organization are filtered by. */
const ownFilters = {
  status: described(optional(oneOf(['granted', 'revoked', 'disabled'])), 'Only license keys with this status.'),
  benefit_id: described(optional(uuid4()), 'Only license keys issued through this benefit.'),
  customer_id: described(optional(uuid4()), 'Only license keys of this customer.'),
  expires_after: described(optional(awareTimestamp()), 'Only license keys that expire at this time or later, or never.'),
  expires_before: described(optional(awareTimestamp()), 'Only license keys that expire before this time.'),
  is_over_limit: described(
    optional(boolean()),
    'Only node-locked license keys that have more activations than their limit, or only others.',
  ),
} satisfies Fields;

const filters = {
  organization_id,
  ...ownFilters,
  tag: described(repeatable(comparedTag, { max: MOST_TAGS }), withOneTag('license keys')),
};

const WAYS =
  'Only a whole license key, however it is written, by its ID or by that of an activation; those of which a part of what is displayed is this text; those with a device whose label begins with it (at least three letters or digits); those that came with the order with this ' +
  '`external_id`; and those of customers whose name, e-mail address or external ID contains it (begins with it, unless it has three letters or digits in a row).';

const query = described(optional(text(LOOKUP_TEXT)), WAYS);

/** All that a search finds, in a request that is about those keys. */
export const KEY_FILTERS = {
  ...ownFilters,
  tag: described(
    optional(list(comparedTag, { min: 1, max: MOST_TAGS })),
    'Only license keys with one of these tags, in any case.',
  ),
  query,
};

export const SearchKeysRequest = defineRequest(
  {
    query: {
      ...filters,
      query,
      sorting: sorting(['created_at', 'expires_at'], ['-created_at']),
      cursor: described(optional(keyCursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);

/** As many IDs fit into an address. */
const MOST_EXPORTED_IDS = 200;

export const ExportKeysRequest = defineRequest({
  query: {
    id: described(repeatable(uuid4(), { max: MOST_EXPORTED_IDS }), 'Only these license keys. Can be repeated.'),
    ...filters,
    query,
    format: exportFormat('ndjson'),
  },
});

export const KeyFiguresRequest = defineRequest({ query: { organization_id } }, { countsAll: true });

export const KeyActivityRequest = defineRequest(
  {
    query: {
      organization_id,
      start_timestamp: described(awareTimestamp(), 'The start of the range.', { example: '2026-01-01T00:00:00Z' }),
      end_timestamp: described(awareTimestamp(), 'The end of the range, which is not included.', {
        example: '2026-02-01T00:00:00Z',
      }),
      interval: described(
        oneOf(ACTIVITY_INTERVALS),
        'The length of an interval. It limits the range: 7 days for `hour`, 732 for `day`.',
        { example: 'day' },
      ),
      timezone: described(
        withDefault(timeZone(), () => 'UTC'),
        'The IANA time zone in which days start.',
      ),
    },
  },
  { countsAll: true },
);
