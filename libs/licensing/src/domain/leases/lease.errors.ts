import { Conflict, NotPermitted, ValidationFailed } from '#kernel';

/** Reasons why a key is not leased, beside those of an activation. Sent as `NotPermitted`; `code` distinguishes them. */
abstract class LeaseError extends NotPermitted {
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

export class OfflineNotSupported extends LeaseError {
  constructor() {
    super('OFFLINE_NOT_SUPPORTED', 'The benefit of this license key does not allow use without a network.');
  }
}

export class OfflineLimitReached extends LeaseError {
  /** `retryAt`: when the place that the lease of a deactivated device holds is free; undefined if there is none. */
  constructor(override readonly retryAt?: Date) {
    super('OFFLINE_LIMIT_REACHED', 'As many devices as the benefit allows have a lease of this license key');
  }
}

/** The lease of a deactivated device holds no place, or no more. */
export class PlaceNotHeld extends Conflict {
  constructor() {
    super('No lease of that device holds a place of the license key.');
  }
}

/** A device can return a lease once, and only while it is held. */
export class LeaseOver extends LeaseError {
  constructor() {
    super('LEASE_OVER', 'The lease is over, or was returned already.');
  }
}

export class LeaseRenewed extends LeaseError {
  constructor() {
    super('LEASE_RENEWED', 'The lease was renewed after the deactivation file was made.');
  }
}

/** No place in the status lists is prepared for a new lease. The command prepares some and tries again. */
export class NoStatusIndex extends Error {
  constructor() {
    super('No status index is prepared');
  }
}

/** A lease for a device that is not activated yet. */
export const labelMissing = (): ValidationFailed =>
  ValidationFailed.at(['label'], 'Field required without activation_id', null, 'missing');
