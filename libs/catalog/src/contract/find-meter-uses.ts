import { Query } from '@nestjs/cqrs';

/** What would miss a meter if it were archived. */
export interface MeterUsesFacts {
  /** A product that is not archived has a price by it. */
  readonly activeProducts: boolean;
  /** A benefit that is not deleted gives credits for it. */
  readonly activeBenefits: boolean;
}

export class FindMeterUses extends Query<MeterUsesFacts> {
  constructor(readonly meterId: string) {
    super();
  }
}
