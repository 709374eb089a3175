import {
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

export const METER_UNITS = ['scalar', 'token', 'custom'] as const;

const ofNumbers = (func: 'sum' | 'max' | 'min' | 'avg') =>
  object({ func: literal(func), property }, `${titled(func)}Aggregation`);
const titled = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** What is made of the events that match. `timestamp` is a numeric property as well; dots lead into nested objects. */
export const AggregationView = discriminatedUnion('func', {
  count: object({ func: literal('count') }, 'CountAggregation'),
  sum: ofNumbers('sum'),
  max: ofNumbers('max'),
  min: ofNumbers('min'),
  avg: ofNumbers('avg'),
  unique: object({ func: literal('unique'), property }, 'UniqueAggregation'),
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
  },
  'Meter',
);
export type MeterView = Infer<typeof MeterView>;
