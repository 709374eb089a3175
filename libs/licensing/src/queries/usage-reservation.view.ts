import { COUNTER_NAME } from '#catalog/views';
import { type Infer, integer, nullable, object, optional, timestamp, uuid4 } from '#platform/wire';

const counter = optional(COUNTER_NAME);
const RESERVATION = { id: uuid4(), units: integer(), counter, created_at: timestamp(), expires_at: timestamp() };
const USAGE = { license_key_id: uuid4(), usage: integer(), limit_usage: nullable(integer()), reserved_units: integer() };

const TEXTS = {
  id: 'The ID of the reservation.',
  created_at: 'When the units were reserved.',
  expires_at: 'Until when the units are reserved.',
  license_key_id: 'The ID of the license key.',
  counter: { text: 'The counter of which the units are. Left out if they are of the usage. An extension.', example: 'exports' },
  usage: { text: 'The usage of the license key, or of the counter.', example: 40 },
  limit_usage: {
    text: 'The maximum usage of the license key, or of the counter with what rolled over, or `null`.',
    example: 100,
  },
  reserved_units: { text: 'The units of the license key, or of the counter, that are reserved, these included.', example: 10 },
};

export const UsageReservationView = object(RESERVATION, 'UsageReservation', {
  ...TEXTS,
  units: { text: 'The number of units that are reserved.', example: 10 },
});
export type UsageReservationView = Infer<typeof UsageReservationView>;

export const ReservedUsageView = object({ ...RESERVATION, ...USAGE }, 'ReservedUsage', {
  ...TEXTS,
  units: { text: 'The number of units that are reserved.', example: 10 },
});

export const CommittedUsageView = object({ units: integer(), counter, ...USAGE }, 'CommittedUsage', {
  ...TEXTS,
  units: { text: 'The number of units that were added to the usage, or to the counter.', example: 8 },
  reserved_units: { text: 'The units of the license key, or of the counter, that are still reserved.', example: 0 },
});
