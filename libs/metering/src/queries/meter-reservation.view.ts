import { type Infer, integer, number, object, timestamp, uuid4 } from '#platform/wire';

const units = integer({ le: Number.MAX_SAFE_INTEGER });
const RESERVATION = { id: uuid4(), units, created_at: timestamp(), expires_at: timestamp() };
const BALANCE = { customer_meter_id: uuid4(), balance: number(), reserved_units: units };

const TEXTS = {
  id: 'The ID of the reservation.',
  created_at: 'When the units were reserved.',
  expires_at: 'Until when the units are reserved.',
  customer_meter_id: 'The ID of the customer meter.',
  balance: { text: 'The balance of the customer meter. Reservations are not deducted from it.', example: 60 },
  reserved_units: { text: 'The units of the customer meter that are reserved, these included.', example: 10 },
  units: { text: 'The number of units that are reserved.', example: 10 },
};

export const MeterReservationView = object(RESERVATION, 'CustomerMeterReservation', TEXTS);
export type MeterReservationView = Infer<typeof MeterReservationView>;

export const ReservedUnitsView = object({ ...RESERVATION, ...BALANCE }, 'CustomerMeterReserved', TEXTS);

export const CommittedUnitsView = object({ units: number(), ...BALANCE }, 'CustomerMeterCommitted', {
  ...TEXTS,
  units: { text: 'The units that the meter counts of the event; 0 if the event was ingested before.', example: 8 },
  reserved_units: { text: 'The units of the customer meter that are still reserved.', example: 0 },
});
