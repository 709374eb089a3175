import { defineRequest, many, metadataFilter, paging, sorting } from '#platform/http';
import {
  boolean,
  defaulting,
  type Field,
  INT32_MAX,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { FUNCTIONS, INTERVALS } from '../../queries/get-quantities.ts';
import { METER_ORDERS } from '../../queries/list-meters.ts';
import { AggregationView, FilterView, METER_UNITS } from '../../queries/meter.view.ts';

const path = { id: uuid4() };
const name = text({ min: 3, max: 255 });
const unit = oneOf(METER_UNITS);
const label = nullable(text());
const multiplier = nullable(integer({ gt: 0, le: INT32_MAX }));

export const CreateMeterRequest = defineRequest({
  body: object(
    {
      name,
      unit: defaulting(unit, () => 'scalar' as const),
      custom_label: optional(label),
      custom_multiplier: optional(multiplier),
      filter: FilterView,
      aggregation: AggregationView,
      organization_id: optional(nullable(uuid4())),
      metadata: defaulting(metadata(), () => ({})),
    },
    'MeterCreate',
  ),
});

export const UpdateMeterRequest = defineRequest({
  path,
  body: object(
    {
      name: optional(nullable(name)),
      unit: optional(nullable(unit)),
      custom_label: optional(label),
      custom_multiplier: optional(multiplier),
      filter: optional(nullable(FilterView)),
      aggregation: optional(nullable(AggregationView)),
      is_archived: optional(nullable(boolean())),
      metadata: optional(metadata()),
    },
    'MeterUpdate',
  ),
});

export const OneMeterRequest = defineRequest({ path });

/** A name of the IANA database. */
const timezone: Field<string> = {
  schema: { type: 'string', minLength: 1 },
  read: (input, issues) => {
    try {
      if (typeof input === 'string' && /^[A-Za-z]/.test(input))
        return new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions().timeZone;
    } catch {
      // What follows says so.
    }
    issues.push({ loc: [], type: 'enum', msg: 'Input should be the name of a time zone', input });
    return 'UTC';
  },
};

export const QuantitiesRequest = defineRequest({
  path,
  query: {
    start_timestamp: timestamp(),
    end_timestamp: timestamp(),
    interval: oneOf(INTERVALS),
    timezone: defaulting(timezone, () => 'UTC'),
    customer_id: many(uuid4()),
    external_customer_id: many(text()),
    customer_aggregation_function: optional(oneOf(FUNCTIONS)),
    metadata: metadataFilter(),
  },
});

export const WatchThresholdsRequest = defineRequest({
  path,
  body: object({ thresholds: list(number()) }, 'MeterThresholdsUpdate'),
});

export const ListMetersRequest = defineRequest({
  query: {
    organization_id: many(uuid4()),
    query: optional(text()),
    is_archived: optional(boolean()),
    metadata: metadataFilter(),
    sorting: sorting(METER_ORDERS, ['name']),
    ...paging,
  },
});

type Sent = Infer<typeof CreateMeterRequest.shape.body>;
type Changed = Infer<typeof UpdateMeterRequest.shape.body>;

export const newMeter = (sent: Sent, organizationId: string) => ({
  organizationId,
  name: sent.name,
  unit: sent.unit,
  customLabel: sent.custom_label ?? null,
  customMultiplier: sent.custom_multiplier ?? null,
  filter: sent.filter,
  aggregation: sent.aggregation,
  metadata: sent.metadata,
});

/** What is null stays as it is, but for what can be without. */
export const meterChanges = (sent: Changed) => ({
  name: sent.name ?? undefined,
  unit: sent.unit ?? undefined,
  customLabel: sent.custom_label,
  customMultiplier: sent.custom_multiplier,
  filter: sent.filter ?? undefined,
  aggregation: sent.aggregation ?? undefined,
  isArchived: sent.is_archived ?? undefined,
  metadata: sent.metadata,
});
