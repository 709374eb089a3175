import { parseJson, SMALL_JSON } from '#support/json';
import { defineRequest, repeatable, metadataFilter, paging, sorting, timeOfOrganization } from '#platform/http';
import { LOOKUP_TEXT, LONG_TEXT } from '#support/texts';
import {
  awareTimestamp,
  boolean,
  defineField,
  described,
  describeFields,
  describeInput,
  type Field,
  type Infer,
  integer,
  isPlainObject,
  list,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { SOURCES } from '../../queries/event.view.ts';
import { EVENT_NAME_ORDERS } from '../../queries/list-event-names.ts';
import { EVENT_ORDERS } from '../../queries/list-events.ts';
import { eventCursor } from '../../queries/event-cursor.ts';
import { FilterView } from '../../queries/filter.view.ts';
import { eventMetadata } from './event-metadata.dto.ts';

const anyTime = awareTimestamp();

/** How much the clock of a sender may be ahead. */
const MOST_AHEAD_MS = 60_000;

/** The time of an event, which is not in the future. One that is a little ahead is now: clocks differ. */
const pastTime: Field<Date> = defineField({
  ...anyTime,
  read: (input, issues) => {
    const before = issues.length;
    const time = anyTime.read(input, issues);
    if (issues.length > before) return time;
    const now = timeOfOrganization();
    if (time.getTime() <= now) return time;
    if (time.getTime() <= now + MOST_AHEAD_MS) return new Date(now);
    const msg = 'Value error, Timestamp must be in the past.';
    issues.push({ loc: [], type: 'value_error', msg, input, ctx: { error: {} } });
    return time;
  },
});

/** More than the shortest valid events that fit into the largest body, so that the body limit is what counts. */
const MAX_EVENTS = 300_000;

const EVENT = {
  name: { text: 'The name of the event.', example: 'api.request' },
  timestamp:
    'When the event happened, with an offset from UTC. It cannot be in the future; up to 60 seconds ahead count as now. The time of the request by default.',
  organization_id:
    'The ID of the organization. Required with a personal access token, unless `Polar-Organization` names the organization. Must be left out with an organization access token.',
  external_id: {
    text: 'Your own ID of the event. An event whose ID was ingested before is skipped, so requests can be repeated.',
    example: 'request-4711',
  },
  parent_id: 'The ID or external ID of the parent event, which may be ingested later. An event cannot be its own ancestor.',
  metadata: 'Key-value pairs for the filters and aggregations of meters. `_cost` and `_llm` have their own structure.',
};

const attributes = {
  name: text({ max: 128 }),
  timestamp: optional(pastTime),
  organization_id: optional(nullable(uuid4())),
  external_id: optional(nullable(text(LOOKUP_TEXT))),
  parent_id: optional(nullable(text(LOOKUP_TEXT))),
  metadata: optional(eventMetadata),
};

/** An event whose customer is known from elsewhere. */
export const EventOfCustomerMeter = strict(
  object(
    {
      name: attributes.name,
      timestamp: attributes.timestamp,
      external_id: attributes.external_id,
      metadata: attributes.metadata,
    },
    'CustomerMeterEvent',
    EVENT,
  ),
);

const EventWithCustomerId = object(
  { ...attributes, customer_id: uuid4(), member_id: optional(nullable(uuid4())) },
  'EventCreateCustomer',
  {
    ...EVENT,
    customer_id: 'The ID of the customer.',
    member_id: 'The ID of a member in the organization.',
  },
);
const EventWithExternalCustomerId = object(
  { ...attributes, external_customer_id: text(LOOKUP_TEXT), external_member_id: optional(nullable(text(LOOKUP_TEXT))) },
  'EventCreateExternalCustomer',
  {
    ...EVENT,
    external_customer_id: {
      text: 'The ID of the customer in your own system. The customer can be created later.',
      example: 'user-4711',
    },
    external_member_id: 'The ID of a member in your own system. It is stored without being looked up.',
  },
);

const isPresent = (input: unknown, key: string): boolean =>
  isPlainObject(input) && input[key] !== undefined && input[key] !== null;

/** The customer is identified by ID or by external ID. */
const NewEvent: Field<Infer<typeof EventWithCustomerId> | Infer<typeof EventWithExternalCustomerId>> = defineField({
  schema: { anyOf: [EventWithCustomerId.schema, EventWithExternalCustomerId.schema] },
  read: (input, issues) => {
    const isExternal = !isPresent(input, 'customer_id') && isPresent(input, 'external_customer_id');
    return (isExternal ? EventWithExternalCustomerId : EventWithCustomerId).read(input, issues);
  },
});

export type IngestedEventBody = Infer<typeof NewEvent>;

export const IngestEventsRequest = defineRequest({
  body: object({ events: list(NewEvent, { max: MAX_EVENTS }) }, 'EventsIngest', { events: 'The events to ingest.' }),
});

export const OneEventRequest = defineRequest({ path: { id: described(uuid4(), 'The ID of the event.') } });

const NO_FILTER: Infer<typeof FilterView> = { conjunction: 'and', clauses: [] };

/** A filter as JSON text. */
const filterText: Field<Infer<typeof FilterView>> = defineField({
  schema: { type: 'string', maxLength: LONG_TEXT.max, contentMediaType: 'application/json' },
  read: (input, issues) => {
    const before = issues.length;
    const json = text(LONG_TEXT).read(input, issues);
    if (issues.length > before) return NO_FILTER;
    try {
      return FilterView.read(parseJson(json, SMALL_JSON), issues);
    } catch {
      issues.push({ loc: [], type: 'json_invalid', msg: 'Invalid JSON', input });
      return NO_FILTER;
    }
  },
});

const texts = describeInput('event');

const customerFilters = describeFields(
  {
    organization_id: repeatable(uuid4()),
    customer_id: repeatable(uuid4()),
    external_customer_id: repeatable(text(LOOKUP_TEXT)),
    source: repeatable(oneOf(SOURCES), { choices: 'EventSource' }),
  },
  {
    ...texts.filters,
    external_customer_id:
      'Returns only events ingested with these external customer IDs, and events of customers who have them now. Can be repeated.',
    source: 'Returns only ingested (`user`) or system (`system`) events. Can be repeated.',
  },
);

const eventFilters = describeFields(
  {
    filter: optional(filterText),
    start_timestamp: optional(timestamp()),
    end_timestamp: optional(timestamp()),
    meter_id: optional(uuid4()),
    name: repeatable(text(LOOKUP_TEXT)),
    query: optional(text({ min: 3, ...LOOKUP_TEXT })),
    is_voided: optional(boolean()),
  },
  {
    filter: 'Returns only events that match this filter, given as JSON text in the form of the filter of a meter.',
    start_timestamp: 'Returns only events that happened at or after this time.',
    end_timestamp: 'Returns only events that happened at or before this time.',
    meter_id: 'Returns only events that match the filter of this meter.',
    name: 'Returns only events with these names. Can be repeated.',
    query: 'Returns only events whose name or metadata contains this text. A list requires `organization_id` with it.',
    is_voided: 'Returns only voided (`true`) or only other (`false`) events. An extension.',
  },
);

export const ListEventsRequest = defineRequest({
  query: {
    ...customerFilters,
    ...eventFilters,
    ...describeFields(
      { parent_id: optional(uuid4()), depth: optional(integer({ ge: 0, le: 5 })) },
      {
        parent_id: 'Returns only children of this event or, with `depth`, the event and its descendants.',
        depth: 'How many levels of child events to include, starting from `parent_id` or from events without a parent.',
      },
    ),
    metadata: metadataFilter(),
    sorting: sorting(EVENT_ORDERS, ['-timestamp']),
    ...paging,
  },
});

export const SearchEventsRequest = defineRequest(
  {
    query: {
      ...describeFields(
        {
          organization_id: optional(uuid4()),
          customer_id: optional(uuid4()),
          external_customer_id: optional(text(LOOKUP_TEXT)),
        },
        {
          organization_id: 'The ID of the organization. Required if the caller can access several.',
          customer_id: 'Returns only events of this customer.',
          external_customer_id:
            'Returns only events ingested with this external customer ID, and events of the customer who has it now.',
        },
      ),
      source: customerFilters.source,
      ...eventFilters,
      metadata: metadataFilter(),
      cursor: described(optional(eventCursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);

export const ListEventNamesRequest = defineRequest({
  query: {
    ...customerFilters,
    query: described(optional(text(LOOKUP_TEXT)), 'Returns only names that contain this text, ignoring case.'),
    sorting: sorting(EVENT_NAME_ORDERS, ['-last_seen']),
    ...paging,
  },
});
