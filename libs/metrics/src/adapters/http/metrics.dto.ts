import { defineRequest, metadataFilter, repeatable } from '#platform/http';
import { currency, date, describeFields, oneOf, optional, timeZone, uuid4, withDefault } from '#platform/wire';
import { BILLING_TYPES } from '../../queries/get-metrics.ts';
import { METRIC_SLUGS } from '../../queries/metric-catalogue.ts';
import { FIRST_DAY, INTERVALS, LAST_DAY } from '../../queries/metric-limits.ts';

const day = date({ ge: FIRST_DAY, le: LAST_DAY });

/** The request for the metrics, and for their export. */
export const GetMetricsRequest = defineRequest(
  {
    query: {
      ...describeFields(
        {
          start_date: day,
          end_date: day,
          timezone: withDefault(timeZone(), () => 'UTC'),
          interval: oneOf(INTERVALS),
          organization_id: repeatable(uuid4()),
          product_id: repeatable(uuid4()),
          billing_type: repeatable(oneOf(BILLING_TYPES)),
          customer_id: repeatable(uuid4()),
          metrics: repeatable(oneOf(METRIC_SLUGS)),
          currency: optional(currency()),
        },
        {
          start_date: { text: 'The first day of the range. 2000 or later.', example: '2026-01-01' },
          end_date: { text: 'The last day of the range.', example: '2026-03-31' },
          timezone: { text: 'The IANA time zone in which days and intervals start.', example: 'Europe/Berlin' },
          interval: {
            text: 'The length of an interval. It limits the range: 7 days for `hour`, 366 for `day`, 371 for `week`, 1,460 for `month`, 3,650 for `year`.',
            example: 'month',
          },
          organization_id: 'Includes only these organizations. Can be repeated.',
          product_id: 'Includes only purchases of these products. Events belong to no product. Can be repeated.',
          billing_type:
            'Includes only orders that pay for subscriptions, and subscriptions (`recurring`), or only one-time purchases (`one_time`). Can be repeated.',
          customer_id: 'Includes only these customers. Can be repeated.',
          metrics: 'Returns only these metrics, and reads only what they need. All by default. Can be repeated.',
          currency:
            'The currency of all amounts; amounts in other currencies are left out. By default that of the organizations, if they have the same.',
        },
      ),
      metadata: metadataFilter(),
    },
  },
  { countsAll: true },
);
