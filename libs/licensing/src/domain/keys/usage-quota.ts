import {
  findReservation,
  type Reservation,
  type ReservationRequest,
  type Reservations,
  unitsReserved,
  withoutReservation,
  withReservation,
} from '#support/reservations';
import { reservesLess, usageBeyondRange } from './license-key.errors.ts';
import type { PresentedKeyState } from './license-key-fields.ts';

/** The largest usage that is stored. */
export const INT32_MAX = 2_147_483_647;

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
  commit(id: string, used: number | null, databaseTime: Date): number {
    const { units } = findReservation(this.state.reservations, id, databaseTime);
    if (used !== null && used > units) throw reservesLess(used, units);
    if (this.state.usage + (used ?? units) > INT32_MAX) throw usageBeyondRange(used ?? units);
    this.end(id, databaseTime);
    return used ?? units;
  }

  release(id: string, databaseTime: Date): void {
    findReservation(this.state.reservations, id, databaseTime);
    this.end(id, databaseTime);
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
