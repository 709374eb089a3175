import { NotPermitted, ResourceNotFound } from '#kernel';
import type { Operation } from '../checks/check.ts';

type PolicyCode = 'UPDATES_ENDED' | 'VERSION_TOO_OLD' | 'VERSION_TOO_NEW' | 'CHECK_IN_OVERDUE';

const DETAILS: Record<PolicyCode, string> = {
  UPDATES_ENDED: 'License key does not include updates of that date.',
  VERSION_TOO_OLD: 'License key requires a newer version of the application.',
  VERSION_TOO_NEW: 'License key does not include that version of the application.',
  CHECK_IN_OVERDUE: 'License key was not validated in time.',
};

class NotActivatedByPolicy extends NotPermitted {
  constructor(override readonly code: PolicyCode) {
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

/** A refusal by the policy of a key. As with other refusals, validations get another status than activations and leases. */
export const refusedByPolicy = (code: PolicyCode, operation: Operation): NotActivatedByPolicy | NotValidByPolicy =>
  operation === 'validate' ? new NotValidByPolicy(code) : new NotActivatedByPolicy(code);
