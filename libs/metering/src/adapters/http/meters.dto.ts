import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  awareTimestamp,
  boolean,
  withDefault,
  defineField,
  describeFields,
  describeInput,
  type Field,
  type Infer,
  INT32_MAX,
  integer,
  list,
  metadata,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  timeZone,
  uuid4,
  SHORT_TEXT,
  LOOKUP_TEXT,
} from '#platform/wire';
import { FUNCTIONS, INTERVALS } from '../../queries/get-quantities.ts';
import { METER_ORDERS } from '../../queries/list-meters.ts';
import { AggregationView, METER_UNITS } from '../../contract/meter.view.ts';
import { FilterView } from '../../contract/filter.view.ts';

const texts = describeInput('meter');
const path = describeFields({ id: uuid4() }, texts.path);

const CREATE = {
  ...texts.body,
  name: { text: 'The name of the meter.', example: 'API requests' },
  unit: 'The unit of the meter. `scalar` by default.',
  custom_label: 'The name of a `custom` unit.',
  custom_multiplier: 'The number of metered units in one `custom` unit.',
  filter: 'The events that the meter counts.',
  aggregation: 'How the events are aggregated.',
};
const UPDATE = {
  ...CREATE,
  unit: 'The unit of the meter.',
  filter: 'The events that the meter counts. It cannot change once the meter has counted events.',
  aggregation: 'How the events are aggregated. It cannot change once the meter has counted events.',
  is_archived:
    'Whether the meter is archived. An archived meter does not count; when it is restored, it counts the events that arrived meanwhile.',
};
const name = text({ min: 3, max: 255 });
const unit = oneOf(METER_UNITS);
const label = nullable(text(SHORT_TEXT));
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
    CREATE,
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
    UPDATE,
  ),
});

export const OneMeterRequest = defineRequest({ path });

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

export const QuantitiesRequest = defineRequest(
  {
    path,
    query: {
      ...describeFields(
        {
          start_timestamp: startTime,
          end_timestamp: awareTimestamp(),
          interval: oneOf(INTERVALS),
          timezone: withDefault(timeZone(), () => 'UTC'),
          customer_id: repeatable(uuid4()),
          external_customer_id: repeatable(text(LOOKUP_TEXT)),
          customer_aggregation_function: optional(oneOf(FUNCTIONS)),
        },
        {
          start_timestamp: 'The start of the time range, with an offset from UTC. 2023 or later.',
          end_timestamp: 'The end of the time range, with an offset from UTC.',
          interval:
            'The length of an interval. It limits the time range: 7 days for `hour`, 366 for `day`, 371 for `week`, 1,460 for `month`, 3,650 for `year`.',
          timezone: { text: 'The IANA time zone in which intervals start.', example: 'Europe/Berlin' },
          customer_id: 'Counts only events of these customers. Can be repeated.',
          external_customer_id: 'Counts only events of customers with these external IDs. Can be repeated.',
          customer_aggregation_function: 'Aggregates per customer first, and the results of the customers with this function.',
        },
      ),
      metadata: metadataFilter(),
    },
  },
  { countsAll: true },
);

/** As the domain has it. */
const MAX_THRESHOLDS = 100;

export const SetThresholdsRequest = defineRequest({
  path,
  body: object({ thresholds: list(number(), { max: MAX_THRESHOLDS }) }, 'MeterThresholdsUpdate', {
    thresholds: { text: 'All thresholds of the meter, in units of use.', example: [1000, 5000] },
  }),
});

export const ListMetersRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), query: optional(text(LOOKUP_TEXT)), is_archived: optional(boolean()) },
      {
        ...texts.filters,
        query: 'Returns only meters whose name contains this text, ignoring case.',
        is_archived: 'Returns only archived (`true`) or only current (`false`) meters.',
      },
    ),
    metadata: metadataFilter(),
    sorting: sorting(METER_ORDERS, ['name']),
    ...paging,
  },
});

type CreateBody = Infer<typeof CreateMeterRequest.shape.body>;
type UpdateBody = Infer<typeof UpdateMeterRequest.shape.body>;

export const newMeter = (body: CreateBody, organizationId: string) => ({
  organizationId,
  name: body.name,
  unit: body.unit,
  customLabel: body.custom_label ?? null,
  customMultiplier: body.custom_multiplier ?? null,
  filter: body.filter,
  aggregation: body.aggregation,
  metadata: body.metadata,
});

/** `null` clears optional fields and leaves required ones as they are. */
export const meterChanges = (body: UpdateBody) => ({
  name: body.name ?? undefined,
  unit: body.unit ?? undefined,
  customLabel: body.custom_label,
  customMultiplier: body.custom_multiplier,
  filter: body.filter ?? undefined,
  aggregation: body.aggregation ?? undefined,
  isArchived: body.is_archived ?? undefined,
  metadata: body.metadata,
});
