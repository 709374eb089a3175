import { DomainEvent, type JsonValue } from '#kernel';

interface Subscription {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly seats: number | null;
  readonly status: string;
}

abstract class SubscriptionEvent extends DomainEvent {
  constructor(subscription: Subscription, at: Date, more: Record<string, JsonValue> = {}) {
    const { organizationId, id, customerId, productId, seats, status } = subscription;
    super(organizationId, id, at, { customer_id: customerId, product_id: productId, seats, status, ...more });
  }
}

export class SubscriptionCreated extends SubscriptionEvent {
  readonly name = 'subscription.created';
}

/** It is, or is again, in good order. */
export class SubscriptionActive extends SubscriptionEvent {
  readonly name = 'subscription.active';
}

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Beside every other event than the birth; `changed` names the fields as the wire does. */
export class SubscriptionUpdated extends SubscriptionEvent {
  readonly name = 'subscription.updated';

  constructor(subscription: Subscription, at: Date, changed: readonly string[], previousStatus: string) {
    super(subscription, at, { changed: changed.map(wireName), previous_status: previousStatus });
  }
}

/** It will end with the period, or has ended; `subscription.revoked` says when it has. */
export class SubscriptionCanceled extends SubscriptionEvent {
  readonly name = 'subscription.canceled';
}

export class SubscriptionUncanceled extends SubscriptionEvent {
  readonly name = 'subscription.uncanceled';
}

/** A new period has begun. */
export class SubscriptionCycled extends SubscriptionEvent {
  readonly name = 'subscription.cycled';
}

/** Its meters begin anew within the period. Where a period begins they do so too, and `subscription.cycled` says it. */
export class SubscriptionMeterCycled extends SubscriptionEvent {
  readonly name = 'subscription.meter_cycled';
}

export class SubscriptionPastDue extends SubscriptionEvent {
  readonly name = 'subscription.past_due';
}

/** It has ended. */
export class SubscriptionRevoked extends SubscriptionEvent {
  readonly name = 'subscription.revoked';
}
