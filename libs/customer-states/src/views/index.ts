import { Query } from '@nestjs/cqrs';

/**
 * The states of customers by id as the API returns them, of any organization, each with at most the 1,000 oldest subscriptions and the
 * 1,000 oldest granted benefits. Unknown ids are missing in the result.
 */
export class FindCustomerStates extends Query<ReadonlyMap<string, object>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
