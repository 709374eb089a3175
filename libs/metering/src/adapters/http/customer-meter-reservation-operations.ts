import { pageOf, type Responses } from '#platform/http';
import { CommittedUnitsView, MeterReservationView, ReservedUnitsView } from '../../queries/meter-reservation.view.ts';

const NO_METER = ['ResourceNotFound', 'The customer meter does not exist or belongs to another organization.'] as const;
const NO_RESERVATION = [
  'ResourceNotFound',
  'The customer meter does not exist, or it has no such reservation: it was committed or released, or has expired.',
] as const;
const NOT_PERMITTED = ['NotPermitted', 'The caller may not ingest events of the organization.'] as const;

const CODE = {
  'License-Code':
    'The reason, for programs: `USAGE_LIMIT_EXCEEDED`, `RESERVATION_LIMIT_REACHED`, `METER_NOT_RESERVABLE` or `RESERVATION_NOT_FOUND`.',
};

export const LIST = {
  summary: 'List reservations of a customer meter',
  description: 'Returns the reservations of the balance that are open, oldest first. An extension.',
  ok: { status: 200, view: pageOf(MeterReservationView, 'CustomerMeterReservation') },
  errors: { 404: NO_METER },
} as const satisfies Responses;

export const RESERVE = {
  summary: 'Reserve units of a customer meter',
  description:
    'Keeps units of the balance for one caller: other reservations do not get them until they are committed or released, or the time is over. ' +
    'Only reservations are refused; events are ingested as ever, whatever is reserved. An extension.',
  ok: { status: 200, view: ReservedUnitsView },
  errors: {
    400: ['BadRequest', 'The units exceed the balance less what is reserved.'],
    403: [
      'NotPermitted',
      'The caller may not ingest events of the organization, the customer meter has 100 open reservations, or its meter is archived or neither counts nor sums.',
    ],
    404: NO_METER,
  },
  headers: CODE,
} as const satisfies Responses;

export const COMMIT = {
  summary: 'Commit a reservation of a customer meter',
  description:
    'Ingests the event that the units were reserved for and ends the reservation, both or neither. The meter may count as many units of the event as were reserved, or fewer; the others are free again. An extension.',
  ok: { status: 200, view: CommittedUnitsView },
  errors: { 403: NOT_PERMITTED, 404: NO_RESERVATION },
  headers: CODE,
} as const satisfies Responses;

export const RELEASE = {
  summary: 'Release a reservation of a customer meter',
  description: 'Makes the units of a reservation free again, without using them. An extension.',
  ok: { status: 204, view: null },
  errors: { 403: NOT_PERMITTED, 404: NO_RESERVATION },
  headers: CODE,
} as const satisfies Responses;
