import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  awareTimestamp,
  boolean,
  withDefault,
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
  uuid4,
} from '#platform/wire';
import { FUNCTIONS, INTERVALS, NO_ZONE } from '../../queries/get-quantities.ts';
import { METER_ORDERS } from '../../queries/list-meters.ts';
import { AggregationView, METER_UNITS } from '../../contract/meter.view.ts';
import { FilterView } from '../../contract/filter.view.ts';

const path = { id: uuid4() };
const name = text({ min: 3, max: 255 });
const unit = oneOf(METER_UNITS);
const label = nullable(text());
const multiplier = nullable(integer({ gt: 0, le: INT32_MAX }));

export const CreateMeterRequest = defineRequest({
  body: object(
    {
      name,
      unit: withDefault(unit, () => 'scalar' as const),
      custom_label: optional(label),
      custom_multiplier: optional(multiplier),
      filter: FilterView,
      aggregation: AggregationView,
      organization_id: optional(nullable(uuid4())),
      metadata: withDefault(metadata(), () => ({})),
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

const EARLIEST = '2023-01-01T00:00:00Z';

const start: Field<Date> = {
  ...awareTimestamp(),
  read: (input, issues) => {
    const before = issues.length;
    const time = awareTimestamp().read(input, issues);
    if (issues.length === before && time.getTime() < Date.parse(EARLIEST)) {
      const msg = `Input should be greater than or equal to ${EARLIEST}`;
      issues.push({ loc: [], type: 'greater_than_equal', msg, input, ctx: { ge: EARLIEST } });
    }
    return time;
  },
};

/** Three letters are an abbreviation, which means one thing here and another one there; but for these. */
const THREE_LETTERS = /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;

/**
 * A name of the IANA database, as it is given: what is canonical changes, and the database need not know it. Names without a
 * place may be abbreviations to it, with another meaning: those are given by their place.
 */
function zoneOf(given: string): string | undefined {
  if (!/^[A-Z]/i.test(given) || (given.length === 3 && !THREE_LETTERS.test(given))) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions();
    return given.includes('/') ? given : timeZone;
  } catch {
    return undefined;
  }
}

const timezone: Field<string> = {
  schema: { type: 'string', minLength: 1 },
  read: (input, issues) => {
    const zone = zoneOf(input as string);
    if (zone === undefined) issues.push({ loc: [], type: 'enum', msg: NO_ZONE, input });
    return zone ?? 'UTC';
  },
};

export const QuantitiesRequest = defineRequest({
  path,
  query: {
    start_timestamp: start,
    end_timestamp: awareTimestamp(),
    interval: oneOf(INTERVALS),
    timezone: withDefault(timezone, () => 'UTC'),
    customer_id: repeatable(uuid4()),
    external_customer_id: repeatable(text()),
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
    organization_id: repeatable(uuid4()),
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
