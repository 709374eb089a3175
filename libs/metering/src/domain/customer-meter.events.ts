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

/** The first event of a customer has arrived. */
export class CustomerUsageStarted extends DomainEvent {
  readonly name = 'customer_usage.started';

  constructor(organizationId: string, customerId: string, at: Date, firstEventAt: Date) {
    super(organizationId, customerId, at, { first_event_at: firstEventAt.toISOString() });
  }
}
