import { DomainEvent } from '#kernel';

type CustomerMeterPayload = { readonly customer_id: string; readonly meter_id: string };

type ThresholdReached = CustomerMeterPayload & { readonly threshold: number; readonly consumed_units: number };
type Credited = CustomerMeterPayload & { readonly units: number; readonly rollover: boolean };
/** `expired_at` is an ISO 8601 timestamp. */
type CreditExpired = CustomerMeterPayload & { readonly credit_id: string; readonly units: number; readonly expired_at: string };
type Reset = CustomerMeterPayload & { readonly units: number };
type Corrected = CustomerMeterPayload & {
  readonly units: number;
  readonly consumed_units: number;
  readonly thresholds_undone: readonly number[];
};
/** `window_start` is an ISO 8601 timestamp. */
type Cycled = CustomerMeterPayload & { readonly window_start: string };

/** A threshold alert: consumption reached a threshold of the meter for the first time in the current billing window. */
export class CustomerMeterThresholdReached extends DomainEvent<'customer_meter.threshold_reached', ThresholdReached> {
  readonly name = 'customer_meter.threshold_reached';

  constructor(organizationId: string, customerMeterId: string, at: Date, payload: ThresholdReached) {
    super(organizationId, customerMeterId, at, payload);
  }
}

/**
 * A grant or the seller credited units, or a credit was taken back: then `units` is negative. Credits at the start of a billing
 * window are not published.
 */
export class CustomerMeterCredited extends DomainEvent<'customer_meter.credited', Credited> {
  readonly name = 'customer_meter.credited';

  constructor(organizationId: string, customerMeterId: string, at: Date, payload: Credited) {
    super(organizationId, customerMeterId, at, payload);
  }
}

/** A credit came to its end, with `units` left of it, by which the credited units fell. Credits that were used up are not published. */
export class CustomerMeterCreditExpired extends DomainEvent<'customer_meter.credit_expired', CreditExpired> {
  readonly name = 'customer_meter.credit_expired';

  constructor(organizationId: string, customerMeterId: string, at: Date, payload: CreditExpired) {
    super(organizationId, customerMeterId, at, payload);
  }
}

/** A new billing window started; its rollover and credits are already included in the balance. */
export class CustomerMeterCycled extends DomainEvent<'customer_meter.cycled', Cycled> {
  readonly name = 'customer_meter.cycled';

  constructor(organizationId: string, customerMeterId: string, at: Date, payload: Cycled) {
    super(organizationId, customerMeterId, at, payload);
  }
}

/** The seller set the usage back to 0; `units` is what it was. */
export class CustomerMeterReset extends DomainEvent<'customer_meter.reset', Reset> {
  readonly name = 'customer_meter.reset';

  constructor(organizationId: string, customerMeterId: string, at: Date, payload: Reset) {
    super(organizationId, customerMeterId, at, payload);
  }
}

/** The first event of a customer was ingested; `first_event_at` is an ISO 8601 timestamp. */
export class CustomerUsageStarted extends DomainEvent<'customer_usage.started', { readonly first_event_at: string }> {
  readonly name = 'customer_usage.started';

  constructor(organizationId: string, customerId: string, at: Date, firstEventAt: Date) {
    super(organizationId, customerId, at, { first_event_at: firstEventAt.toISOString() });
  }
}

/** The customer got usage, credits and balances of the customer `from`, which was merged. */
export class CustomerUsageMoved extends DomainEvent<'customer_usage.moved', { readonly from: string }> {
  readonly name = 'customer_usage.moved';

  constructor(organizationId: string, customerId: string, at: Date, from: string) {
    super(organizationId, customerId, at, { from });
  }
}

/**
 * Events that were counted in the current billing window were voided, or count again. `units` is how much the usage grew, negative if it
 * fell. Thresholds that it had reached and no longer does can be reached again.
 */
export class CustomerMeterCorrected extends DomainEvent<'customer_meter.corrected', Corrected> {
  readonly name = 'customer_meter.corrected';

  constructor(organizationId: string, customerMeterId: string, at: Date, payload: Corrected) {
    super(organizationId, customerMeterId, at, payload);
  }
}
