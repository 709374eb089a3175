import { Query } from '@nestjs/cqrs';

/** What a customer has of a meter. */
export interface CustomerMeterSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  readonly balance: number;
}

/** All meters of a customer, those of archived meters included; the oldest first. */
export class FindCustomerMeters extends Query<CustomerMeterSnapshot[]> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
