import { COUNTER_NAME, MOST_COUNTERS } from '#catalog/views';
import { described, integer, mapOf, metadata, nullable, object, optional, strict } from '#platform/wire';

/** How many units a request adds, reserves or leases at once, at most. */
export const MOST_UNITS = 1_000_000;

/** What is kept with units of a counter, of which there are many. */
export const INCREMENT_METADATA = optional(nullable(metadata(10)));
export const ABOUT_METADATA = {
  text: 'What the units were used for: up to 10 pairs, which are kept with the license key for the seller.',
  example: { project: 'Site plan', pages: 12 },
};

/** What a validation adds to a counter. */
export const AddedUnits = strict(
  object(
    { counter: COUNTER_NAME, units: integer({ ge: 1, le: MOST_UNITS }), metadata: INCREMENT_METADATA },
    'LicenseKeyIncrement',
    {
      counter: { text: 'The name of the counter, as in `policy.counters` of the benefit.', example: 'exports' },
      units: { text: 'The number of units to add to it.', example: 1 },
      metadata: ABOUT_METADATA,
    },
  ),
);

/** What the seller sets counters to. */
export const SET_COUNTERS = described(
  optional(mapOf(COUNTER_NAME, integer({ ge: 0 }), { max: MOST_COUNTERS })),
  'How many units of counters are used from now on, for example 0 to reset one. Counters that are left out stay. An extension.',
  { example: { exports: 0 } },
);
