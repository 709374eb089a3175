import { COUNTER_NAME } from '#catalog/views';
import { LOOKUP_TEXT } from '#support/texts';
import { type Infer, integer, list, metadata, nullable, object, text, timestamp, uuid4 } from '#platform/wire';

/** An increment that is kept because it has metadata. */
export const KeptIncrementView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    counter: COUNTER_NAME,
    units: integer({ ge: 1 }),
    activation_id: nullable(uuid4()),
    metadata: metadata(),
  },
  'KeptIncrement',
  {
    id: 'The ID of the increment.',
    created_at: 'When the units were counted.',
    counter: { text: 'The counter to which the units were added.', example: 'exports' },
    units: { text: 'How many units were added.', example: 1 },
    activation_id: 'The ID of the activation that the request named, or `null`.',
    metadata: { text: 'What the application said about the units.', example: { project: 'Site plan', pages: 12 } },
  },
);
export type KeptIncrementView = Infer<typeof KeptIncrementView>;

export const KeptIncrementsView = object(
  { items: list(KeptIncrementView), next_cursor: nullable(text(LOOKUP_TEXT)) },
  'KeptIncrements',
  {
    items: 'The increments of this page.',
    next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
  },
);
export type KeptIncrementsView = Infer<typeof KeptIncrementsView>;
