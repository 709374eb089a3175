import { BadRequest, NotPermitted, DomainError } from '#kernel';

export class AlreadyCanceledSubscription extends NotPermitted {
  constructor() {
    super('This subscription is already canceled or will be at the end of the period.');
  }
}

export class InactiveSubscription extends NotPermitted {
  constructor() {
    super('This subscription is not active.');
  }
}

export class SubscriptionNotScheduledToCancel extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('This subscription is not scheduled to be canceled.');
  }
}

export class CannotPauseSubscription extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('Only a subscription that is active can be paused.');
  }
}

export class NoScheduledPause extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('This subscription is not scheduled to be paused.');
  }
}

export class NotPausedSubscription extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('This subscription is not paused.');
  }
}

export class BenefitNotGrantable extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('The benefit or the customer was deleted.');
  }
}

export class NotASeatBasedSubscription extends BadRequest {
  constructor() {
    super('This product is not sold by seats.');
  }
}

export class BelowMinimumSeats extends BadRequest {
  constructor(minimum: number) {
    super(`At least ${minimum} seats have to be bought.`);
  }
}

export class AboveMaximumSeats extends BadRequest {
  constructor(maximum: number) {
    super(`At most ${maximum} seats can be bought.`);
  }
}
