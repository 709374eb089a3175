import { Query } from '@nestjs/cqrs';
import type { CustomerView } from './customer.view.ts';

/**
 * The customers that have one of these ids in the seller's system, within the organizations. Deleted ones no longer have
 * theirs, so they are never among them.
 */
export class FindCustomersByExternalId extends Query<CustomerView[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}
