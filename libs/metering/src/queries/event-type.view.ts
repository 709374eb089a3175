import { describeResource, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { SOURCES } from './event.view.ts';

const texts = {
  name: { text: 'The name of the events.', example: 'api.request' },
  label: { text: 'The name for people.', example: 'API request' },
  label_property_selector: {
    text: 'The path of the metadata whose value labels an event, or `null`.',
    example: 'request.path',
  },
};
const { id, created_at, modified_at, organization_id } = describeResource('event type');

const fields = { name: text(), label: text(), label_property_selector: nullable(text()), organization_id: uuid4() };

export const EventTypeView = object(
  { created_at: timestamp(), modified_at: nullable(timestamp()), id: uuid4(), ...fields },
  'EventType',
  { id, created_at, modified_at, organization_id, ...texts },
);
export type EventTypeView = Infer<typeof EventTypeView>;

export const EventTypeWithStatsView = object(
  {
    id: nullable(uuid4()),
    created_at: nullable(timestamp()),
    modified_at: nullable(timestamp()),
    ...fields,
    source: oneOf(SOURCES),
    occurrences: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }),
    first_seen: timestamp(),
    last_seen: timestamp(),
  },
  'EventTypeWithStats',
  {
    id: 'The ID of the event type. `null` for events of the service (`system`), whose label is fixed.',
    created_at: 'When the first event arrived. `null` for events of the service.',
    modified_at: 'When the event type was last changed, or `null`.',
    organization_id,
    ...texts,
    source: 'Whether the events were ingested (`user`) or created by the service (`system`).',
    occurrences: 'The number of these events.',
    first_seen: 'The time of the first of these events.',
    last_seen: 'The time of the last of these events.',
  },
);
export type EventTypeWithStatsView = Infer<typeof EventTypeWithStatsView>;
