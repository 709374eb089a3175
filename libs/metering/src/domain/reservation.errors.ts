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

export const reservesLess = (used: number, reserved: number): ValidationFailed =>
  ValidationFailed.at(['event'], `The meter counts ${used} units of the event. The reservation has ${reserved}.`);
