import { Query } from '@nestjs/cqrs';

/** What would miss a meter if it were archived. */
export interface MeterUsage {
  /** A product that is not archived has a price by it. */
  readonly activeProducts: boolean;
  /** A benefit that is not deleted gives credits for it. */
  readonly activeBenefits: boolean;
}

export class FindMeterUses extends Query<MeterUsage> {
  constructor(readonly meterId: string) {
    super();
  }
}
