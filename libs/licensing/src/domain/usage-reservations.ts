import { newId } from '#kernel';
import { ReservationLimitReached, ReservationNotFound, reservesLess } from './license-key.errors.ts';

const SECOND_MS = 1000;

/** How many reservations of a key are open at most: they are read with every use of the key. */
export const MOST_RESERVATIONS = 100;

/** Units of the usage that nobody else gets until it expires. Times are ISO texts: it is stored as JSON. */
export interface UsageReservation {
  readonly id: string;
  readonly units: number;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface ReservationRequest {
  readonly units: number;
  readonly seconds: number;
}

/** The reservations of a key, replaced when they change; null if it has none. */
export type UsageReservations = readonly UsageReservation[] | null;

const open = (reservations: UsageReservations, at: Date): UsageReservation[] =>
  (reservations ?? []).filter(({ expiresAt }) => new Date(expiresAt) > at);

export const unitsReserved = (reservations: UsageReservations, at: Date): number =>
  open(reservations, at).reduce((sum, { units }) => sum + units, 0);

/** With a new reservation, the last one, and without those that have expired. */
export function withReservation(
  reservations: UsageReservations,
  { units, seconds }: ReservationRequest,
  at: Date,
): readonly [...UsageReservation[], UsageReservation] {
  const others = open(reservations, at);
  if (others.length >= MOST_RESERVATIONS) throw new ReservationLimitReached(MOST_RESERVATIONS);
  const expiresAt = new Date(at.getTime() + seconds * SECOND_MS).toISOString();
  return [...others, { id: newId('usage-reservation'), units, createdAt: at.toISOString(), expiresAt }];
}

/** An open reservation, of which no more than its units are used. */
export function openReservation(reservations: UsageReservations, id: string, at: Date, used = 0): UsageReservation {
  const found = open(reservations, at).find((each) => each.id === id);
  if (!found) throw new ReservationNotFound();
  if (used > found.units) throw reservesLess(used, found.units);
  return found;
}

/** Without one reservation, and without those that have expired. */
export function withoutReservation(reservations: UsageReservations, id: string | null, at: Date): UsageReservations {
  const others = open(reservations, at).filter((each) => each.id !== id);
  return others.length > 0 ? others : null;
}

/** When the last of them expires. */
export const reservedUntil = (reservations: UsageReservations): Date | null =>
  reservations && new Date(Math.max(...reservations.map(({ expiresAt }) => Date.parse(expiresAt))));
