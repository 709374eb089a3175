import { BadRequest } from '#kernel';

export class SeatNotAvailable extends BadRequest {
  constructor() {
    super('No available seats. All seats have been assigned.');
  }
}

/** Somebody has a seat already; `who` as the request named it. */
export class SeatAlreadyAssigned extends BadRequest {
  constructor(who: string) {
    super(`Seat has already been assigned to ${who}.`);
  }
}

export class InvalidSeatAssignmentRequest extends BadRequest {
  constructor(detail = 'The seat cannot be assigned to this recipient.') {
    super(detail);
  }
}

export class SeatNotPending extends BadRequest {
  constructor() {
    super('Seat is not pending: only the invitation to a pending seat can be renewed.');
  }
}

/** Whatever is wrong with an invitation: nobody learns whether it ever was one. */
export class InvalidInvitationToken extends BadRequest {
  constructor() {
    super('Invalid or expired invitation token.');
  }
}

/** Fewer seats than are assigned cannot be bought. */
export class SeatsAlreadyAssigned extends BadRequest {
  constructor(seats: number, used: number) {
    super(`Cannot have ${seats} seats: ${used} of them are assigned. Revoke seats first.`);
  }
}
