import { DomainEvent } from '#kernel';

/** What a customer has used has passed a threshold of the meter, for the first time in its window. */
export class CustomerMeterThresholdReached extends DomainEvent {
  readonly name = 'customer_meter.threshold_reached';

  constructor(
    organizationId: string,
    customerMeterId: string,
    at: Date,
    facts: {
      readonly customer_id: string;
      readonly meter_id: string;
      readonly threshold: number;
      readonly consumed_units: number;
    },
  ) {
    super(organizationId, customerMeterId, at, facts);
  }
}

/** A grant has given units of a meter, or what it gave was taken back: then they are negative. Not what a new window begins with. */
export class CustomerMeterCredited extends DomainEvent {
  readonly name = 'customer_meter.credited';

  constructor(
    organizationId: string,
    customerMeterId: string,
    at: Date,
    facts: { readonly customer_id: string; readonly meter_id: string; readonly units: number; readonly rollover: boolean },
  ) {
    super(organizationId, customerMeterId, at, facts);
  }
}

/** A new window has begun, with all that rolled over and was given for it. */
export class CustomerMeterCycled extends DomainEvent {
  readonly name = 'customer_meter.cycled';

  constructor(
    organizationId: string,
    customerMeterId: string,
    at: Date,
    facts: { readonly customer_id: string; readonly meter_id: string; readonly window_start: string },
  ) {
    super(organizationId, customerMeterId, at, facts);
  }
}

/** The first event of a customer has arrived. */
export class CustomerUsageStarted extends DomainEvent {
  readonly name = 'customer_usage.started';

  constructor(organizationId: string, customerId: string, at: Date, firstEventAt: Date) {
    super(organizationId, customerId, at, { first_event_at: firstEventAt.toISOString() });
  }
}
