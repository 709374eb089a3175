import { Query } from '@nestjs/cqrs';

/** What entitles a customer to use meters, each once. */
export interface MeterEntitlements {
  /** The meters of the metered prices of its active subscriptions. */
  readonly paidMeterIds: readonly string[];
  /** The benefits granted to the customer and its members, of any type. */
  readonly benefitIds: readonly string[];
}

/** The meters that a customer pays for, and the benefits that may credit others, however many subscriptions and grants it has. */
export class FindMeterEntitlements extends Query<MeterEntitlements> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
