import {
  findReservation,
  type Reservation,
  type ReservationRequest,
  type Reservations,
  unitsReserved,
  withoutReservation,
  withReservation,
} from '#support/reservations';
import { reservesLess, usageBeyondRange, usageHasNoMetadata } from './license-key.errors.ts';
import type { PresentedKeyState } from './license-key-fields.ts';

/** The largest usage that is stored. */
export const INT32_MAX = 2_147_483_647;

/** What was used of a reservation. The counter is left out if the units are of the usage. */
export type CommittedUnits = Pick<Reservation, 'units' | 'counter'>;

type QuotaState = Pick<PresentedKeyState, 'usage' | 'limitUsage' | 'reservations'>;

/** How much of a key was used, what may be used, and what is reserved. Reservations end by the time of the database. */
export class UsageQuota {
  constructor(private readonly state: QuotaState) {}

  get isAtLimit(): boolean {
    const { usage, limitUsage } = this.state;
    return limitUsage !== null && usage >= limitUsage;
  }

  /** How many units are reserved. The time is needed only if there are reservations. */
  reservedAt(databaseTime: Date | undefined): number {
    const { reservations } = this.state;
    return reservations === null ? 0 : unitsReserved(reservations, databaseTime!);
  }

  /** How many units of a counter are reserved. */
  reservedOf(counter: string, databaseTime: Date | undefined): number {
    const { reservations } = this.state;
    return reservations === null ? 0 : unitsReserved(reservations, databaseTime!, counter);
  }

  /** Returns whether that reaches the limit. */
  add(units: number): boolean {
    const wasAtLimit = this.isAtLimit;
    this.state.usage += units;
    return this.isAtLimit && !wasAtLimit;
  }

  reserve(request: ReservationRequest, databaseTime: Date): Reservation {
    const reservations = withReservation(this.state.reservations, request, databaseTime, 'license key');
    this.state.reservations = reservations;
    return reservations.at(-1)!;
  }

  /** Ends a reservation, and returns how many of its units were used: all, if not said. The rest is free again. */
  commit(
    id: string,
    used: number | null,
    databaseTime: Date,
    hasMetadata = false,
  ): CommittedUnits & Pick<Reservation, 'activationId'> {
    const { units, counter, activationId } = findReservation(this.state.reservations, id, databaseTime);
    if (hasMetadata && counter === undefined) throw usageHasNoMetadata();
    if (used !== null && used > units) throw reservesLess(used, units);
    if (counter === undefined && this.state.usage + (used ?? units) > INT32_MAX) throw usageBeyondRange(used ?? units);
    this.end(id, databaseTime);
    return { units: used ?? units, counter, activationId };
  }

  /** Ends a reservation, and returns the counter that it was of, if any. */
  release(id: string, databaseTime: Date): string | undefined {
    const { counter } = findReservation(this.state.reservations, id, databaseTime);
    this.end(id, databaseTime);
    return counter;
  }

  dropExpired(databaseTime: Date): void {
    if (this.state.reservations) this.end(null, databaseTime);
  }

  private end(id: string | null, databaseTime: Date): void {
    this.state.reservations = withoutReservation(this.state.reservations, id, databaseTime);
  }
}

/** When the last of them expires. */
export const reservedUntil = (reservations: Reservations): Date | null =>
  reservations && new Date(Math.max(...reservations.map(({ expiresAt }) => Date.parse(expiresAt))));
