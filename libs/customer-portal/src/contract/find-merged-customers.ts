import { Query } from '@nestjs/cqrs';

/** A customer that was merged, by the external id that it had. */
export interface MergedCustomer {
  readonly organization_id: string;
  readonly external_id: string;
  /** The customer that has everything that it had, at the end of a chain of mergers. */
  readonly merged_into: string;
}

/** The customers with these external ids that were merged, the latest first. */
export class FindMergedCustomers extends Query<MergedCustomer[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}
