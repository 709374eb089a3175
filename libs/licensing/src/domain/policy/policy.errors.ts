import { NotPermitted, ResourceNotFound } from '#kernel';
import { isUse, type Operation } from '../checks/check.ts';

type PolicyCode =
  | 'UPDATES_ENDED'
  | 'VERSION_TOO_OLD'
  | 'VERSION_TOO_NEW'
  | 'CHECK_IN_OVERDUE'
  | 'DEVICE_MISMATCH'
  | 'DEVICE_NOT_ALLOWED'
  | 'DEVICE_OVER_LIMIT'
  | 'VIRTUAL_DEVICE_REFUSED'
  | 'DEVICE_CLASS_LIMIT_REACHED'
  | 'DEVICE_SWAP_LIMIT_REACHED';

const DETAILS: Record<PolicyCode, string> = {
  UPDATES_ENDED: 'License key does not include updates of that date.',
  VERSION_TOO_OLD: 'License key requires a newer version of the application.',
  VERSION_TOO_NEW: 'License key does not include that version of the application.',
  CHECK_IN_OVERDUE: 'License key was not validated in time.',
  DEVICE_MISMATCH: 'The device is not the one of the activation.',
  DEVICE_NOT_ALLOWED: 'License key cannot be used on this device.',
  DEVICE_OVER_LIMIT: 'License key has more devices than it permits, and this one was activated last.',
  VIRTUAL_DEVICE_REFUSED: 'License key cannot be used on virtual devices.',
  DEVICE_CLASS_LIMIT_REACHED: 'License key activation limit for devices of this class already reached',
  DEVICE_SWAP_LIMIT_REACHED: 'No more devices can take the place of others until the next period.',
};

class NotActivatedByPolicy extends NotPermitted {
  constructor(
    override readonly code: PolicyCode,
    override readonly retryAt?: Date,
  ) {
    super(DETAILS[code]);
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

class NotValidByPolicy extends ResourceNotFound {
  constructor(override readonly code: PolicyCode) {
    super(DETAILS[code]);
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

/** The device cannot take the place of another one before that time. */
export const swapsUsedUp = (until: Date): NotActivatedByPolicy => new NotActivatedByPolicy('DEVICE_SWAP_LIMIT_REACHED', until);

/** A refusal by a rule of a key. As with other refusals, validations and heartbeats get another status than activations and leases. */
export const refusedByPolicy = (code: PolicyCode, operation: Operation): NotActivatedByPolicy | NotValidByPolicy =>
  isUse(operation) ? new NotValidByPolicy(code) : new NotActivatedByPolicy(code);
