import { newId } from '#kernel';
import {
  BalanceExceeded,
  MeterNotReservable,
  ReservationLimitReached,
  ReservationNotFound,
  reservesLess,
} from './reservation.errors.ts';

const SECOND_MS = 1000;

/** How many reservations of a customer meter are open at most: they are read and written together. */
export const MOST_RESERVATIONS = 100;

/** Units of a balance that no other reservation gets until it expires. Times are ISO texts: it is stored as JSON. */
export interface MeterReservation {
  readonly id: string;
  readonly units: number;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface ReservationRequest {
  readonly units: number;
  readonly seconds: number;
}

/** The balance of a customer after a command about a reservation. */
export interface ReservedBalance {
  readonly customerMeterId: string;
  readonly balance: number;
  readonly reservedUnits: number;
}

export interface ReservableMeterState {
  readonly id: string;
  readonly balance: number;
  /** The meter counts or sums, and is not archived. */
  readonly isReservable: boolean;
  readonly reservations: readonly MeterReservation[];
  /** The time of the database, read while the customer meter is locked. */
  readonly databaseTime: Date;
}

const openAt = (reservations: readonly MeterReservation[], at: Date): MeterReservation[] =>
  reservations.filter(({ expiresAt }) => new Date(expiresAt) > at);

/** A customer meter of whose balance units are reserved. Ingestion does not regard reservations, so the balance may fall below them. */
export class ReservableMeter {
  /** Those that are open. */
  reservations: readonly MeterReservation[];

  constructor(private readonly state: ReservableMeterState) {
    this.reservations = openAt(state.reservations, state.databaseTime);
  }

  get current(): ReservedBalance {
    return { customerMeterId: this.state.id, balance: this.state.balance, reservedUnits: this.reservedUnits };
  }

  /** Keeps units of the balance for one caller, if so many are left. */
  reserve({ units, seconds }: ReservationRequest): MeterReservation {
    const { balance, isReservable, databaseTime: at } = this.state;
    if (!isReservable) throw new MeterNotReservable();
    const left = balance - this.reservedUnits;
    if (units > left) throw new BalanceExceeded(left);
    if (this.reservations.length >= MOST_RESERVATIONS) throw new ReservationLimitReached(MOST_RESERVATIONS);
    const expiresAt = new Date(at.getTime() + seconds * SECOND_MS).toISOString();
    const reservation = { id: newId('meter-reservation'), units, createdAt: at.toISOString(), expiresAt };
    this.reservations = [...this.reservations, reservation];
    return reservation;
  }

  /** Ends a reservation of which so many units were used: no more than it has. */
  commit(id: string, used: number): void {
    const { units } = this.find(id);
    if (used > units) throw reservesLess(used, units);
    this.release(id);
  }

  /** The units of a reservation are free again. */
  release(id: string): void {
    const { id: released } = this.find(id);
    this.reservations = this.reservations.filter((each) => each.id !== released);
  }

  private get reservedUnits(): number {
    return this.reservations.reduce((sum, { units }) => sum + units, 0);
  }

  private find(id: string): MeterReservation {
    const found = this.reservations.find((each) => each.id === id);
    if (!found) throw new ReservationNotFound();
    return found;
  }
}
