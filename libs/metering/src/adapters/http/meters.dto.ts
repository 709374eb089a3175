import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import { SHORT_TEXT, LOOKUP_TEXT } from '#support/texts';
import {
  boolean,
  withDefault,
  describeFields,
  describeInput,
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
  uuid4,
  strict,
} from '#platform/wire';
import { FUNCTIONS } from '../../queries/get-quantities.ts';
import { METER_ORDERS } from '../../queries/list-meters.ts';
import { AggregationView, LATE_EVENTS, METER_UNITS } from '../../queries/meter.view.ts';
import { FilterView } from '../../queries/filter.view.ts';
import { quantityRange } from './quantity-range.ts';

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
  late_events:
    'The billing period in which an event counts: that in which it arrived (`arrival`), or that in which it happened (`timestamp`); then an event of a period that has ended is in the quantities only. `arrival` by default. An extension.',
};
const UPDATE = {
  ...CREATE,
  unit: 'The unit of the meter.',
  filter: 'The events that the meter counts. It cannot change once the meter has counted events.',
  aggregation: 'How the events are aggregated. It cannot change once the meter has counted events.',
  late_events:
    'The billing period in which an event counts: that in which it arrived (`arrival`) or that in which it happened (`timestamp`). It cannot change once the meter has counted events. An extension.',
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
      late_events: withDefault(oneOf(LATE_EVENTS), () => 'arrival' as const),
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
      late_events: optional(nullable(oneOf(LATE_EVENTS))),
      is_archived: optional(nullable(boolean())),
      metadata: optional(metadata()),
    },
    'MeterUpdate',
    UPDATE,
  ),
});

export const OneMeterRequest = defineRequest({ path });

export const QuantitiesRequest = defineRequest(
  {
    path,
    query: {
      ...quantityRange,
      ...describeFields(
        {
          customer_id: repeatable(uuid4()),
          external_customer_id: repeatable(text(LOOKUP_TEXT)),
          customer_aggregation_function: optional(oneOf(FUNCTIONS)),
        },
        {
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
  body: strict(
    object({ thresholds: list(number({ gt: 0 }), { max: MAX_THRESHOLDS }) }, 'MeterThresholdsUpdate', {
      thresholds: { text: 'All thresholds of the meter, in units of use.', example: [1000, 5000] },
    }),
  ),
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
  lateEvents: body.late_events,
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
  lateEvents: body.late_events ?? undefined,
  isArchived: body.is_archived ?? undefined,
  metadata: body.metadata,
});

export const METER_NOT_FOUND = ['ResourceNotFound', 'The meter does not exist or belongs to another organization.'] as const;
