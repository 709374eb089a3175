import { Query } from '@nestjs/cqrs';

/** The usage, credits and balance of a customer for a meter. */
export interface CustomerMeterSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  readonly balance: number;
}

/** All customer meters of a customer, those of archived meters included; oldest first. */
export class FindCustomerMeters extends Query<CustomerMeterSnapshot[]> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
