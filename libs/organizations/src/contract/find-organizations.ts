import { Query } from '@nestjs/cqrs';

/** What others have to know of a seller. */
export interface OrganizationSnapshot {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** The currency that every product can be bought in. */
  readonly defaultPresentmentCurrency: string;
  readonly seatBasedPricing: boolean;
  /** Meters may have a cycle of their own, shorter than that of the subscription. */
  readonly meterCycling: boolean;
  readonly allowMultipleSubscriptions: boolean;
  /** Days for which benefits are kept once a subscription is past due. */
  readonly benefitRevocationGracePeriod: number;
}

/** Organizations by id, for whoever already holds their ids. An id that is unknown is missing in the answer. */
export class FindOrganizations extends Query<ReadonlyMap<string, OrganizationSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
