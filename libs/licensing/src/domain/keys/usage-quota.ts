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

/** The largest usage that is stored. */
export const INT32_MAX = 2_147_483_647;

interface QuotaState {
  readonly usage: number;
  readonly limitUsage: number | null;
  readonly reservations: Reservations;
}

/** How much of a key was used, what may be used, and what is reserved. */
export class UsageQuota {
  used: number;
  limit: number | null;
  reservations: Reservations;
  /** The time of the database, read while the key is locked; only if the key has reservations, or the command is about them. */
  databaseTime?: Date;

  constructor({ usage, limitUsage, reservations }: QuotaState) {
    this.used = usage;
    this.limit = limitUsage;
    this.reservations = reservations;
  }

  get isAtLimit(): boolean {
    return this.limit !== null && this.used >= this.limit;
  }

  get reserved(): number {
    return this.reservations === null ? 0 : unitsReserved(this.reservations, this.databaseTime!);
  }

  reserve(request: ReservationRequest): Reservation {
    const reservations = withReservation(this.reservations, request, this.databaseTime!, 'license key');
    this.reservations = reservations;
    return reservations.at(-1)!;
  }

  /** Ends a reservation, and returns how many of its units were used: all, if not said. The rest is free again. */
  commit(id: string, used: number | null): number {
    const { units } = findReservation(this.reservations, id, this.databaseTime!);
    if (used !== null && used > units) throw reservesLess(used, units);
    if (this.used + (used ?? units) > INT32_MAX) throw usageBeyondRange(used ?? units);
    this.drop(id);
    return used ?? units;
  }

  release(id: string): void {
    findReservation(this.reservations, id, this.databaseTime!);
    this.drop(id);
  }

  dropExpired(): void {
    if (this.reservations) this.drop(null);
  }

  private drop(id: string | null): void {
    this.reservations = withoutReservation(this.reservations, id, this.databaseTime!);
  }
}

/** When the last of them expires. */
export const reservedUntil = (reservations: Reservations): Date | null =>
  reservations && new Date(Math.max(...reservations.map(({ expiresAt }) => Date.parse(expiresAt))));
