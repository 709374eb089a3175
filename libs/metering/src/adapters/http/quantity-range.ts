import { awareTimestamp, defineField, describeFields, type Field, oneOf, timeZone, withDefault } from '#platform/wire';
import { INTERVALS } from '../../queries/get-quantities.ts';

const EARLIEST_START = '2023-01-01T00:00:00Z';

const anyTime = awareTimestamp();

const startTime: Field<Date> = defineField({
  ...anyTime,
  read: (input, issues) => {
    const before = issues.length;
    const time = anyTime.read(input, issues);
    if (issues.length === before && time.getTime() < Date.parse(EARLIEST_START)) {
      const msg = `Input should be greater than or equal to ${EARLIEST_START}`;
      issues.push({ loc: [], type: 'greater_than_equal', msg, input, ctx: { ge: EARLIEST_START } });
    }
    return time;
  },
});

/** The parameters of quantities over time. */
export const quantityRange = describeFields(
  {
    start_timestamp: startTime,
    end_timestamp: awareTimestamp(),
    interval: oneOf(INTERVALS),
    timezone: withDefault(timeZone(), () => 'UTC'),
  },
  {
    start_timestamp: {
      text: 'The start of the time range, with an offset from UTC. 2023 or later.',
      example: '2026-01-01T00:00:00Z',
    },
    end_timestamp: { text: 'The end of the time range, with an offset from UTC.', example: '2026-04-01T00:00:00Z' },
    interval: {
      text: 'The length of an interval. It limits the time range: 7 days for `hour`, 366 for `day`, 371 for `week`, 1,460 for `month`, 3,650 for `year`.',
      example: 'month',
    },
    timezone: { text: 'The IANA time zone in which intervals start.', example: 'Europe/Berlin' },
  },
);
