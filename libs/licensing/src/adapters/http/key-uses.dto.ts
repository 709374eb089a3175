import { defineRequest, repeatable } from '#platform/http';
import { awareTimestamp, described, oneOf, optional, timeZone, uuid4, withDefault } from '#platform/wire';
import { COUNTED_KINDS, USES_GROUPS, USES_INTERVALS } from '../../queries/get-key-uses.ts';

export const KeyUsesRequest = defineRequest(
  {
    query: {
      organization_id: described(repeatable(uuid4()), 'Only license keys of these organizations. Can be repeated.'),
      kind: described(
        oneOf(COUNTED_KINDS),
        'What is counted: successful validations or activations, or `refusals` of validations, activations, heartbeats and leases.',
        { example: 'refusals' },
      ),
      group_by: described(
        oneOf(USES_GROUPS),
        'By what it is counted: `benefit`; `version` of the application, of validations and activations; `code`, of refusals.',
        { example: 'code' },
      ),
      benefit_id: described(optional(uuid4()), 'Only license keys issued through this benefit.'),
      start_timestamp: described(awareTimestamp(), 'The start of the range.', { example: '2026-11-01T00:00:00Z' }),
      end_timestamp: described(awareTimestamp(), 'The end of the range, which is not included.', {
        example: '2026-12-01T00:00:00Z',
      }),
      interval: described(
        oneOf(USES_INTERVALS),
        'The length of an interval. It limits the range: 7 days for `hour`, 732 for the others.',
        { example: 'day' },
      ),
      timezone: described(
        withDefault(timeZone(), () => 'UTC'),
        'The IANA time zone in which days, weeks and months start.',
      ),
    },
  },
  { countsAll: true },
);
