import { CustomerView } from '#customer-portal/contract';
import { type Field, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const SOURCES = ['system', 'user'] as const;

/** Whatever the event was told with. */
const metadata: Field<{ [key: string]: unknown }> = {
  schema: { type: 'object', additionalProperties: true },
  read: (input) => input as { [key: string]: unknown },
};

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
  },
  'Event',
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
);
export type EventNameView = Infer<typeof EventNameView>;

/** How an event is called where people read it; those of the service are written with capitals. */
export const labelOf = (name: string, source: (typeof SOURCES)[number]): string =>
  source === 'user'
    ? name
    : name
        .split(/[._]/)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ');
