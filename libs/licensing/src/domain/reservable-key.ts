import {
  findReservation,
  type Reservation,
  type ReservationRequest,
  type Reservations,
  unitsReserved,
  withoutReservation,
  withReservation,
} from '#kernel';
import type { Attempt } from './checks/check.ts';
import { reservesLess, usageBeyondRange } from './license-key.errors.ts';
import { INT32_MAX } from './usage.ts';
import { PresentableKey } from './presentable-key.ts';

/** The part of a key of whose usage units are reserved. */
export abstract class ReservableKey extends PresentableKey {
  reservations: Reservations = null;
  /** The time of the database, read while the key is locked; only if the key has reservations, or the command is about them. */
  databaseTime?: Date;
  abstract usage: number;

  get reservedUnits(): number {
    return this.reservations === null ? 0 : unitsReserved(this.reservations, this.databaseTime!);
  }

  /** Throws unless a validation that adds these units is allowed. */
  protected abstract admit(attempt: Attempt): void;
  /** Adds units to the usage. */
  protected abstract use(units: number, now: Date): void;

  /** Keeps units of the usage for one caller, if a validation may add them. */
  reserve(request: ReservationRequest, attempt: Attempt): Reservation {
    this.admit(attempt);
    const reservations = withReservation(this.reservations, request, this.databaseTime!, 'license key');
    this.reservations = reservations;
    return reservations.at(-1)!;
  }

  /** Adds what was used of a reservation to the usage: all of its units, if not said. The rest is free again. Allowed in any status. */
  commitReservation(id: string, used: number | null, now: Date): number {
    const at = this.databaseTime!;
    const { units } = findReservation(this.reservations, id, at);
    if (used !== null && used > units) throw reservesLess(used, units);
    if (this.usage + (used ?? units) > INT32_MAX) throw usageBeyondRange(used ?? units);
    this.reservations = withoutReservation(this.reservations, id, at);
    this.use(used ?? units, now);
    return used ?? units;
  }

  /** The units of a reservation are free again. Allowed in any status. */
  releaseReservation(id: string): void {
    findReservation(this.reservations, id, this.databaseTime!);
    this.reservations = withoutReservation(this.reservations, id, this.databaseTime!);
  }

  /** Forgets reservations that have expired. */
  dropExpiredReservations(): void {
    if (this.reservations) this.reservations = withoutReservation(this.reservations, null, this.databaseTime!);
  }
}
