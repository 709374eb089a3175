import { BadRequest, Conflict, DomainError, NotPermitted } from '#kernel';
import { toSnakeCase } from '#support/texts';

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

export class SubscriptionNotScheduledToCancel extends Conflict {
  constructor() {
    super('This subscription is not scheduled to be canceled.');
  }
}

export class CannotPauseSubscription extends Conflict {
  constructor() {
    super('Only a subscription that is active can be paused.');
  }
}

export class NoScheduledPause extends Conflict {
  constructor() {
    super('This subscription is not scheduled to be paused.');
  }
}

export class NotPausedSubscription extends Conflict {
  constructor() {
    super('This subscription is not paused.');
  }
}

export class BenefitNotGrantable extends Conflict {
  constructor() {
    super('The benefit or the customer was deleted.');
  }
}

export class RefundedAlready extends NotPermitted {
  constructor() {
    super('Order is already fully refunded.');
  }
}

export class RevokeSubscriptionBenefitsProhibited extends BadRequest {
  constructor() {
    super('The benefits of a subscription are revoked with the subscription, not with one of its orders.');
  }
}

export class OrderNotPaid extends Conflict {
  constructor(status: string) {
    super(`Only an order that was paid can be refunded or disputed; this one is ${status}.`);
  }
}

export class OrderVoid extends Conflict {
  constructor() {
    super('A void order cannot be paid. Restore it first.');
  }
}

export class OrderNotEligibleForInvoice extends Conflict {
  constructor(status: string) {
    super(`Only an order that was paid has an invoice; this one is ${status}.`);
  }
}

export class MissingInvoiceBillingDetails extends DomainError {
  readonly kind = 'invalid';

  constructor() {
    super('The billing name and the billing address of the order have to be set before it can have an invoice.');
  }
}

export class OrderNotVoidable extends Conflict {
  constructor() {
    super('An order that was refunded cannot be voided.');
  }
}

export class OrderNotVoid extends Conflict {
  constructor() {
    super('The order is not void.');
  }
}

export class DisputeNotOpenError extends Conflict {
  constructor() {
    super('The dispute is closed.');
  }
}

export class OrderAlreadyDisputed extends Conflict {
  constructor() {
    super('The order has a dispute that is open.');
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

/** An external id was reported before, with other facts. */
export class ExternalIdConflict extends Conflict {
  constructor(differing: readonly string[]) {
    super(`A purchase with this external ID exists, with another ${differing.map(toSnakeCase).join(', ')}.`);
  }
}

/** A customer chose what costs more, and nobody can be charged for it here. */
export class PaymentMethodRequired extends Conflict {
  constructor() {
    super('There is no payment method to charge for this change. The seller can make it once it is paid.');
  }
}

export class UpdateSubscriptionPlanNotAllowed extends NotPermitted {
  constructor() {
    super('Updating subscription plan is not allowed.');
  }
}

export class UpdateSubscriptionSeatsNotAllowed extends NotPermitted {
  constructor() {
    super('Updating subscription seats is not allowed.');
  }
}

export class PauseResumeNotAllowed extends NotPermitted {
  constructor() {
    super('Pausing and resuming subscriptions is not allowed.');
  }
}
