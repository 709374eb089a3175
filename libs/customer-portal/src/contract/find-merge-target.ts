import { Query } from '@nestjs/cqrs';

/** The id of the customer that has everything that this one had, at the end of a chain of mergers; null if it was not merged. */
export class FindMergeTarget extends Query<string | null> {
  constructor(readonly customerId: string) {
    super();
  }
}
