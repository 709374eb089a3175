import {
  findReservation,
  type Reservation,
  type ReservationRequest,
  type Reservations,
  unitsReserved,
  withoutReservation,
  withReservation,
} from '#support/reservations';
import { BadRequest, NotPermitted, ValidationFailed } from '#kernel';

/** The meter is archived, or its events do not add up. */
export class MeterNotReservable extends NotPermitted {
  override readonly code = 'METER_NOT_RESERVABLE';

  constructor() {
    super('Units can be reserved only of a meter that counts or sums, and is not archived.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

export class BalanceExceeded extends BadRequest {
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(left: number) {
    super(left === 1 ? 'Only 1 unit of the balance is left.' : `Only ${Math.max(left, 0)} units of the balance are left.`);
  }

  override get error(): string {
    return 'BadRequest';
  }
}

const reservesLess = (used: number, reserved: number): ValidationFailed =>
  ValidationFailed.at(['event'], `The meter counts ${used} units of the event. The reservation has ${reserved}.`);

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
  readonly reservations: Reservations;
  /** The time of the database for the organization, read while the customer meter is locked. */
  readonly databaseTime: Date;
}

/** A customer meter of whose balance units are reserved. Ingestion does not regard reservations, so the balance may fall below them. */
export class ReservableMeter {
  private kept: Reservations;

  constructor(private readonly state: ReservableMeterState) {
    this.kept = withoutReservation(state.reservations, null, state.databaseTime);
  }

  get reservations(): Reservations {
    return this.kept;
  }

  get current(): ReservedBalance {
    return { customerMeterId: this.state.id, balance: this.state.balance, reservedUnits: this.reservedUnits };
  }

  /** Keeps units of the balance for one caller, if so many are left. */
  reserve(request: ReservationRequest): Reservation {
    const { balance, isReservable, databaseTime } = this.state;
    if (!isReservable) throw new MeterNotReservable();
    const left = balance - this.reservedUnits;
    if (request.units > left) throw new BalanceExceeded(left);
    const reservations = withReservation(this.kept, request, databaseTime, 'customer meter');
    this.kept = reservations;
    return reservations.at(-1)!;
  }

  /** Ends a reservation of which so many units were used: no more than it has. */
  commit(id: string, used: number): void {
    const { units } = findReservation(this.kept, id, this.state.databaseTime);
    if (used > units) throw reservesLess(used, units);
    this.release(id);
  }

  /** The units of a reservation are free again. */
  release(id: string): void {
    findReservation(this.kept, id, this.state.databaseTime);
    this.kept = withoutReservation(this.kept, id, this.state.databaseTime);
  }

  private get reservedUnits(): number {
    return unitsReserved(this.kept, this.state.databaseTime);
  }
}
