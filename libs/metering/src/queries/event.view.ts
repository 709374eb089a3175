import { CustomerView } from '#customer-portal/views';
import {
  defineField,
  describeResource,
  type Field,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const SOURCES = ['system', 'user'] as const;

/** The metadata of the event as it was ingested. */
const metadata: Field<{ [key: string]: unknown }> = defineField({
  schema: { type: 'object', additionalProperties: true },
  read: (input) => input as { [key: string]: unknown },
});

export const EventView = object(
  {
    id: uuid4(),
    timestamp: timestamp(),
    organization_id: uuid4(),
    customer_id: nullable(uuid4()),
    customer: nullable(CustomerView),
    external_customer_id: nullable(text()),
    member_id: nullable(uuid4()),
    external_member_id: nullable(text()),
    child_count: integer({ ge: 0 }),
    parent_id: nullable(uuid4()),
    label: text(),
    name: text(),
    source: oneOf(SOURCES),
    metadata,
    voided_at: nullable(timestamp()),
  },
  'Event',
  {
    ...describeResource('event'),
    timestamp: 'When the event happened.',
    customer_id: 'The ID of the customer, or `null` if no customer has the external ID.',
    customer: 'The customer, or `null` if no customer has the external ID.',
    external_customer_id: 'The ID of the customer in your own system, or `null`.',
    member_id: 'The ID of the member, or `null`.',
    external_member_id: 'The ID of the member in your own system, or `null`.',
    child_count: 'The number of events whose parent is this event.',
    parent_id: 'The ID of the parent event, or `null`.',
    label: 'The name of the event for people.',
    name: { text: 'The name of the event.', example: 'api.request' },
    source: 'Whether the event was ingested (`user`) or created by the service (`system`).',
    metadata: 'The metadata of the event.',
    voided_at: 'When the event was voided, or `null`. A voided event is counted by no meter. An extension.',
  },
);
export type EventView = Infer<typeof EventView>;

export const EventNameView = object(
  {
    name: text(),
    label: text(),
    source: oneOf(SOURCES),
    occurrences: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }),
    first_seen: timestamp(),
    last_seen: timestamp(),
  },
  'EventName',
  {
    name: 'The name of the events.',
    label: 'The name for people.',
    source: 'Whether the events were ingested (`user`) or created by the service (`system`).',
    occurrences: 'The number of events with this name.',
    first_seen: 'The time of the first event.',
    last_seen: 'The time of the last event.',
  },
);
export type EventNameView = Infer<typeof EventNameView>;

/** The name of an event for people: names of system events are capitalized. */
export const labelOf = (name: string, source: (typeof SOURCES)[number]): string =>
  source === 'user'
    ? name
    : name
        .split(/[._]/)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ');
