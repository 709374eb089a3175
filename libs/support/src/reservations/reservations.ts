import { newId, NotPermitted, ResourceNotFound } from '#kernel';

const SECOND_MS = 1000;

/** How many reservations of a key or customer meter are open at most: they are read and written together. */
export const MOST_RESERVATIONS = 100;

/** Units of a usage or balance that nobody else gets until it expires. Times are ISO texts: it is stored as JSON. */
export interface Reservation {
  readonly id: string;
  readonly units: number;
  /** The counter of a license key of which they are; left out of those of its usage, and of a balance. */
  readonly counter?: string;
  /** The activation for which units of a counter were reserved, if any. */
  readonly activationId?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface ReservationRequest {
  readonly units: number;
  readonly counter?: string | undefined;
  readonly activationId?: string | undefined;
  readonly seconds: number;
}

/** Replaced when they change; null if there are none. */
export type Reservations = readonly Reservation[] | null;

export class ReservationLimitReached extends NotPermitted {
  override readonly code = 'RESERVATION_LIMIT_REACHED';

  constructor(what: string) {
    super(`The ${what} has ${MOST_RESERVATIONS} open reservations. Commit or release some of them first.`);
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

/** There is no such reservation: it was committed or released, or has expired. */
export class ReservationNotFound extends ResourceNotFound {
  override readonly code = 'RESERVATION_NOT_FOUND';

  constructor() {
    super('The reservation was committed or released, or has expired.');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

/** The reservations that have not expired. */
const openReservations = (reservations: Reservations, at: Date): Reservation[] =>
  (reservations ?? []).filter(({ expiresAt }) => new Date(expiresAt) > at);

/** The same as lists show them. */
export const listedReservations = (reservations: Reservations, at: Date) =>
  openReservations(reservations, at).map(({ createdAt, expiresAt, activationId: _activationId, ...reservation }) => ({
    ...reservation,
    created_at: new Date(createdAt),
    expires_at: new Date(expiresAt),
  }));

/** How many units are reserved, of a counter if one is named. */
export const unitsReserved = (reservations: Reservations, at: Date, counter?: string): number =>
  openReservations(reservations, at).reduce((sum, each) => (each.counter === counter ? sum + each.units : sum), 0);

/** With a new reservation, the last one, and without those that have expired. `what` they are of is said in the error. */
export function withReservation(
  reservations: Reservations,
  { units, counter, activationId, seconds }: ReservationRequest,
  at: Date,
  what: 'license key' | 'customer meter',
): readonly [...Reservation[], Reservation] {
  const others = openReservations(reservations, at);
  if (others.length >= MOST_RESERVATIONS) throw new ReservationLimitReached(what);
  const expiresAt = new Date(at.getTime() + seconds * SECOND_MS).toISOString();
  const ofCounter = counter === undefined ? {} : { counter, ...(activationId === undefined ? {} : { activationId }) };
  return [...others, { id: newId('reservation'), units, ...ofCounter, createdAt: at.toISOString(), expiresAt }];
}

/** An open reservation. */
export function findReservation(reservations: Reservations, id: string, at: Date): Reservation {
  const found = openReservations(reservations, at).find((each) => each.id === id);
  if (!found) throw new ReservationNotFound();
  return found;
}

/** Without one reservation, and without those that have expired. */
export function withoutReservation(reservations: Reservations, id: string | null, at: Date): Reservations {
  const others = openReservations(reservations, at).filter((each) => each.id !== id);
  return others.length > 0 ? others : null;
}
