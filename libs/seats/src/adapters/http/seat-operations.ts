import { MAIL_LIMIT_EXCEEDED } from '#platform/http';

/** Documentation that operations on seats share. */
export const ASSIGN_ERRORS = {
  400: [
    'SeatNotAvailable or SeatAlreadyAssigned or InvalidSeatAssignmentRequest or MemberEmailMismatch',
    'No seat is available, or the recipient already has a seat or cannot get one.',
  ],
  404: ['ResourceNotFound or MemberNotFound', 'The subscription, order or member does not exist or is not accessible.'],
  429: MAIL_LIMIT_EXCEEDED,
} as const;

export const SEAT_NOT_FOUND = ['ResourceNotFound', 'The seat does not exist or is not accessible.'] as const;

export const REASSIGN_ERRORS = {
  400: [
    'SeatNotAssigned or SeatNotAvailable or SeatAlreadyAssigned',
    'Nobody has the seat, the purchase has ended, or the new holder has a seat of it already.',
  ],
  404: SEAT_NOT_FOUND,
  429: MAIL_LIMIT_EXCEEDED,
} as const;

export const NOT_PENDING = ['SeatNotPending', 'The seat is already claimed or revoked.'] as const;

export const MANAGERS_ONLY = ['NotPermitted', 'The member is neither owner nor billing manager.'] as const;

export const NO_PURCHASE_GIVEN = ['BadRequest', 'Neither `subscription_id` nor `order_id` is given.'] as const;

export const PURCHASE_NOT_FOUND = [
  'ResourceNotFound',
  'The subscription or order does not exist or belongs to another organization.',
] as const;
