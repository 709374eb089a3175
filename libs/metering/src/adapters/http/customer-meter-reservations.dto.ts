import { defineRequest, paging } from '#platform/http';
import { describeFields, describeInput, integer, object, uuid4, withDefault, strict } from '#platform/wire';
import { EventOfCustomerMeter } from './events.dto.ts';

const ofMeter = describeFields({ id: uuid4() }, describeInput('customer meter').path);
const ofReservation = {
  ...ofMeter,
  ...describeFields({ reservation_id: uuid4() }, { reservation_id: 'The ID of the reservation.' }),
};
const A_DAY = 86_400;
/** The most units that are credited or reserved at once. Sums of many are still exact. */
export const MOST_UNITS = 1_000_000_000_000_000;

export const ListMeterReservationsRequest = defineRequest({ path: ofMeter, query: paging });

export const ReserveUnitsRequest = defineRequest({
  path: ofMeter,
  body: strict(
    object(
      { units: integer({ ge: 1, le: MOST_UNITS }), ttl_seconds: withDefault(integer({ ge: 1, le: A_DAY }), () => 600) },
      'CustomerMeterReserve',
      {
        units: { text: 'The number of units to reserve. It cannot exceed the balance less what is reserved.', example: 10 },
        ttl_seconds: {
          text: 'For how many seconds the units are reserved, at most a day. Then they are free again. 600 by default.',
          example: 600,
        },
      },
    ),
  ),
});

export const CommitUnitsRequest = defineRequest({
  path: ofReservation,
  body: strict(
    object({ event: EventOfCustomerMeter }, 'CustomerMeterReservationCommit', {
      event: 'The usage event that the units were reserved for. It belongs to the customer of the customer meter.',
    }),
  ),
});

export const ReleaseUnitsRequest = defineRequest({ path: ofReservation });
