import { Query } from '@nestjs/cqrs';

/** The customer that another one was merged into. It may have been merged itself since. */
export interface MergeTarget {
  readonly id: string;
  /** The member with the role `owner`, who takes the place of a member of the merged customer; null if there is none. */
  readonly ownerId: string | null;
}

/** The customer that has everything that this one had, at the end of a chain of mergers; null if it was not merged. */
export class FindMergeTarget extends Query<MergeTarget | null> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
