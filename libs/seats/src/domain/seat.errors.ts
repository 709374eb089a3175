import { BadRequest } from '#kernel';

export class SeatNotAvailable extends BadRequest {
  constructor(detail = 'No available seats. All seats have been assigned.') {
    super(detail);
  }
}

/** `who` is the recipient as named in the request. */
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

export class SeatNotAssigned extends BadRequest {
  constructor() {
    super('The seat has no holder: assign it instead.');
  }
}

/** The same error for every kind of invalid token, so that it does not reveal whether the token existed. */
export class InvalidInvitationToken extends BadRequest {
  constructor() {
    super('Invalid or expired invitation token');
  }
}

export class SeatsAlreadyAssigned extends BadRequest {
  constructor(seats: number, assigned: number) {
    super(`Cannot have ${seats} seats: ${assigned} of them are assigned. Revoke seats first.`);
  }
}
