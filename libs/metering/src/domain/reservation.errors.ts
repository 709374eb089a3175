import { BadRequest, NotPermitted, ResourceNotFound, ValidationFailed } from '#kernel';

/** Why units are not reserved. All are sent as `NotPermitted`; `code` distinguishes the reasons. */
abstract class NotReserved extends NotPermitted {
  constructor(
    override readonly code: string,
    detail: string,
  ) {
    super(detail);
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

export class ReservationLimitReached extends NotReserved {
  constructor(most: number) {
    super('RESERVATION_LIMIT_REACHED', `The customer meter has ${most} open reservations. Commit or release some of them first.`);
  }
}

/** The meter is archived, or its events do not add up. */
export class MeterNotReservable extends NotReserved {
  constructor() {
    super('METER_NOT_RESERVABLE', 'Units can be reserved only of a meter that counts or sums, and is not archived.');
  }
}

export class BalanceExceeded extends BadRequest {
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(left: number) {
    super(`Only ${Math.max(left, 0)} units of the balance are left.`);
  }

  override get error(): string {
    return 'BadRequest';
  }
}

/** There is no such reservation of the customer meter: it was committed or released, or has expired. */
export class ReservationNotFound extends ResourceNotFound {
  override readonly code = 'RESERVATION_NOT_FOUND';

  constructor() {
    super('The reservation was committed or released, or has expired.');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

export const reservesLess = (used: number, reserved: number): ValidationFailed =>
  ValidationFailed.at(['event'], `The meter counts ${used} units of the event. The reservation has ${reserved}.`);
