import { DomainEvent } from '#kernel';
import { toSnakeCase } from '#support/texts';
import type { Unit } from './interval.ts';
import type { Proration } from './offer.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

interface Subscription {
  readonly id: string;
  readonly organizationId: string;
  readonly status: SubscriptionStatus;
  readonly customerId: string;
  readonly recipientId: string | null;
  readonly productId: string;
  readonly seats: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly recurringInterval: Unit;
  readonly recurringIntervalCount: number;
  readonly startedAt: Date;
}

type SubscriptionPayload = {
  readonly customer_id: string;
  /** Who gets the benefits, if it is not the customer. Missing in events from before there were recipients. */
  readonly recipient_id: string | null;
  readonly product_id: string;
  readonly seats: number | null;
  readonly status: SubscriptionStatus;
  /** In minor units, for each period. */
  readonly amount: number;
  readonly currency: string;
  readonly recurring_interval: Unit;
  readonly recurring_interval_count: number;
  /** ISO 8601. */
  readonly started_at: string;
};

type Updated = SubscriptionPayload & { readonly changed: readonly string[]; readonly previous_status: SubscriptionStatus };

/** The start is an ISO 8601 timestamp. */
type PeriodStart = { readonly current_period_start: string };
/** ISO 8601 timestamps. `resumes_at` is null if the pause does not end by itself. */
type Pause = { readonly paused_at: string; readonly resumes_at: string | null };
type MeterPeriodStart = { readonly current_meter_period_start: string };
type OtherProduct = { readonly old_product_id: string; readonly new_product_id: string };
type OtherSeats = { readonly old_seats: number; readonly new_seats: number; readonly proration_behavior: Proration };
/** ISO 8601 timestamps. */
type OtherPeriodEnd = { readonly old_period_end: string; readonly new_period_end: string };

const payloadOf = (subscription: Subscription): SubscriptionPayload => ({
  customer_id: subscription.customerId,
  recipient_id: subscription.recipientId,
  product_id: subscription.productId,
  seats: subscription.seats,
  status: subscription.status,
  amount: subscription.amount,
  currency: subscription.currency,
  recurring_interval: subscription.recurringInterval,
  recurring_interval_count: subscription.recurringIntervalCount,
  started_at: subscription.startedAt.toISOString(),
});

abstract class SubscriptionEvent<Name extends string> extends DomainEvent<Name, SubscriptionPayload> {
  constructor(subscription: Subscription, at: Date) {
    super(subscription.organizationId, subscription.id, at, payloadOf(subscription));
  }
}

export class SubscriptionCreated extends SubscriptionEvent<'subscription.created'> {
  readonly name = 'subscription.created';
}

/** The subscription became active, for the first time or again. */
export class SubscriptionActive extends SubscriptionEvent<'subscription.active'> {
  readonly name = 'subscription.active';
}

/** Published with every other event except `subscription.created`. `changed` has the API names of the changed fields. */
export class SubscriptionUpdated extends DomainEvent<'subscription.updated', Updated> {
  readonly name = 'subscription.updated';

  constructor(subscription: Subscription, at: Date, changed: readonly string[], previousStatus: SubscriptionStatus) {
    super(subscription.organizationId, subscription.id, at, {
      ...payloadOf(subscription),
      changed: changed.map(toSnakeCase),
      previous_status: previousStatus,
    });
  }
}

/** The subscription is for another product now. */
export class SubscriptionProductUpdated extends DomainEvent<'subscription.product_updated', SubscriptionPayload & OtherProduct> {
  readonly name = 'subscription.product_updated';

  constructor(subscription: Subscription, at: Date, oldProductId: string) {
    const products = { old_product_id: oldProductId, new_product_id: subscription.productId };
    super(subscription.organizationId, subscription.id, at, { ...payloadOf(subscription), ...products });
  }
}

/** The subscription has another number of seats now. */
export class SubscriptionSeatsUpdated extends DomainEvent<'subscription.seats_updated', SubscriptionPayload & OtherSeats> {
  readonly name = 'subscription.seats_updated';

  constructor(subscription: Subscription, at: Date, seats: OtherSeats) {
    super(subscription.organizationId, subscription.id, at, { ...payloadOf(subscription), ...seats });
  }
}

/** The customer in `customer_id` no longer has the subscription, and `holder_id`, who had its benefits, may not have them any more. */
export class SubscriptionTransferred extends DomainEvent<
  'subscription.transferred',
  { readonly customer_id: string; readonly holder_id: string; readonly to_customer_id: string; readonly seats: number | null }
> {
  readonly name = 'subscription.transferred';

  constructor(subscription: Subscription, at: Date, previous: { readonly customer_id: string; readonly holder_id: string }) {
    const { organizationId, id, customerId, seats } = subscription;
    super(organizationId, id, at, { ...previous, to_customer_id: customerId, seats });
  }
}

/** The seller moved the end of the current period. */
export class SubscriptionBillingPeriodUpdated extends DomainEvent<
  'subscription.billing_period_updated',
  SubscriptionPayload & OtherPeriodEnd
> {
  readonly name = 'subscription.billing_period_updated';

  constructor(subscription: Subscription, at: Date, oldEnd: Date, newEnd: Date) {
    const ends = { old_period_end: oldEnd.toISOString(), new_period_end: newEnd.toISOString() };
    super(subscription.organizationId, subscription.id, at, { ...payloadOf(subscription), ...ends });
  }
}

/** A change that was scheduled for the end of the period will not be made. */
export class SubscriptionUpdateCleared extends SubscriptionEvent<'subscription.update_cleared'> {
  readonly name = 'subscription.update_cleared';
}

/** The subscription will end with the current period, or ended now; `subscription.revoked` is published when it ends. */
export class SubscriptionCanceled extends SubscriptionEvent<'subscription.canceled'> {
  readonly name = 'subscription.canceled';
}

export class SubscriptionUncanceled extends SubscriptionEvent<'subscription.uncanceled'> {
  readonly name = 'subscription.uncanceled';
}

/** A new billing period started. */
export class SubscriptionCycled extends DomainEvent<'subscription.cycled', SubscriptionPayload & PeriodStart> {
  readonly name = 'subscription.cycled';

  constructor(subscription: Subscription, at: Date, start: PeriodStart) {
    super(subscription.organizationId, subscription.id, at, { ...payloadOf(subscription), ...start });
  }
}

/** Meters were reset within a billing period. A reset at the start of a period is published as `subscription.cycled` only. */
export class SubscriptionMeterCycled extends DomainEvent<'subscription.meter_cycled', SubscriptionPayload & MeterPeriodStart> {
  readonly name = 'subscription.meter_cycled';

  constructor(subscription: Subscription, at: Date, start: MeterPeriodStart) {
    super(subscription.organizationId, subscription.id, at, { ...payloadOf(subscription), ...start });
  }
}

export class SubscriptionPastDue extends SubscriptionEvent<'subscription.past_due'> {
  readonly name = 'subscription.past_due';
}

/** The subscription is paused: its period has ended, and no new one begins before it is resumed. */
export class SubscriptionPaused extends DomainEvent<'subscription.paused', SubscriptionPayload & Pause> {
  readonly name = 'subscription.paused';

  constructor(subscription: Subscription, at: Date, pause: Pause) {
    super(subscription.organizationId, subscription.id, at, { ...payloadOf(subscription), ...pause });
  }
}

/** A paused subscription is active again. */
export class SubscriptionResumed extends SubscriptionEvent<'subscription.resumed'> {
  readonly name = 'subscription.resumed';
}

/** The subscription ended. */
export class SubscriptionRevoked extends SubscriptionEvent<'subscription.revoked'> {
  readonly name = 'subscription.revoked';
}
