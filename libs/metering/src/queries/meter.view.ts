import {
  describeResource,
  type Infer,
  integer,
  literal,
  metadata,
  nullable,
  object,
  oneOf,
  discriminatedUnion,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { FilterView, property } from './filter.view.ts';

/** As the domain has it. */
export const LATE_EVENTS = ['arrival', 'timestamp'] as const;

export const METER_UNITS = ['scalar', 'token', 'custom'] as const;

const FUNC = 'The aggregation function.';
const PROPERTY = { text: 'The numeric property that is aggregated. Dots select nested properties.', example: 'tokens' };

const ofNumbers = (func: 'sum' | 'max' | 'min' | 'avg') =>
  object({ func: literal(func), property }, `${titled(func)}Aggregation`, { func: FUNC, property: PROPERTY });
const titled = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** How matching events are aggregated. `timestamp` is a numeric property too. */
export const AggregationView = discriminatedUnion('func', {
  count: object({ func: literal('count') }, 'CountAggregation', { func: FUNC }),
  sum: ofNumbers('sum'),
  max: ofNumbers('max'),
  min: ofNumbers('min'),
  avg: ofNumbers('avg'),
  unique: object({ func: literal('unique'), property }, 'UniqueAggregation', {
    func: FUNC,
    property: { text: 'The property whose distinct values are counted. Dots select nested properties.', example: 'user_id' },
  }),
});

export const MeterView = object(
  {
    metadata: metadata(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    name: text(),
    unit: oneOf(METER_UNITS),
    custom_label: nullable(text()),
    custom_multiplier: nullable(integer()),
    filter: FilterView,
    aggregation: AggregationView,
    organization_id: uuid4(),
    archived_at: nullable(timestamp()),
    late_events: oneOf(LATE_EVENTS),
  },
  'Meter',
  {
    ...describeResource('meter'),
    name: { text: 'The name of the meter.', example: 'API requests' },
    unit: 'The unit of the meter.',
    custom_label: 'The name of a `custom` unit, or `null`.',
    custom_multiplier: 'The number of metered units in one `custom` unit, or `null`.',
    filter: 'The events that the meter counts.',
    aggregation: 'How the events are aggregated.',
    archived_at: 'When the meter was archived, or `null`. An archived meter does not count.',
    late_events:
      'The billing period in which an event counts: that in which it arrived (`arrival`), or that in which it happened (`timestamp`), if it has not ended. An extension.',
  },
);
export type MeterView = Infer<typeof MeterView>;
