export {
  findReservation,
  MOST_RESERVATIONS,
  listedReservations,
  type Reservation,
  ReservationNotFound,
  type ReservationRequest,
  type Reservations,
  unitsReserved,
  withoutReservation,
  withReservation,
} from './reservations.ts';
