import { defineRequest, paging, repeatable, sorting } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  describeInput,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
  withDefault,
} from '#platform/wire';
import { SOURCES } from '../../queries/event.view.ts';
import { EVENT_TYPE_ORDERS } from '../../queries/list-event-types.ts';

const texts = describeInput('event type');

export const ListEventTypesRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        external_customer_id: repeatable(text(LOOKUP_TEXT)),
        query: optional(text(LOOKUP_TEXT)),
        root_events: withDefault(boolean(), () => false),
        parent_id: optional(uuid4()),
        source: optional(oneOf(SOURCES)),
      },
      {
        ...texts.filters,
        customer_id: 'Counts only events of these customers. Can be repeated.',
        external_customer_id:
          'Counts only events ingested with these external customer IDs, and events of customers who have them now. Can be repeated.',
        query: 'Returns only event types whose name or label contains this text, ignoring case.',
        root_events: 'Counts only events without a parent.',
        parent_id: 'Counts only the children of this event.',
        source: 'Returns only types of ingested (`user`) or system (`system`) events.',
      },
    ),
    sorting: sorting(EVENT_TYPE_ORDERS, ['-last_seen']),
    ...paging,
  },
});

const path = describeFields({ id: uuid4() }, texts.path);

export const OneEventTypeRequest = defineRequest({ path });

export const UpdateEventTypeRequest = defineRequest({
  path,
  body: object(
    {
      label: optional(text({ min: 1, ...SHORT_TEXT })),
      label_property_selector: optional(nullable(text({ min: 1, ...SHORT_TEXT }))),
    },
    'EventTypeUpdate',
    {
      label: { text: 'The name for people.', example: 'API request' },
      label_property_selector: {
        text: 'The path of a property of the metadata, with dots, optionally beginning with `metadata.`. Events that have it are labeled with its value.',
        example: 'request.path',
      },
    },
  ),
});
