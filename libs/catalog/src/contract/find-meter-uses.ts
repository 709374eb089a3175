import { Query } from '@nestjs/cqrs';

/** Whether a meter is in use; a meter in use cannot be archived. */
export interface MeterUsage {
  /** Whether a product that is not archived has a price based on the meter. */
  readonly activeProducts: boolean;
  /** Whether a benefit that is not deleted credits units of the meter. */
  readonly activeBenefits: boolean;
}

export class FindMeterUses extends Query<MeterUsage> {
  constructor(readonly meterId: string) {
    super();
  }
}
