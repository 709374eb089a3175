import { Query } from '@nestjs/cqrs';
import type { CustomerSnapshot } from './customer.ts';

/**
 * The customers with one of these external ids within the organizations. Deleted customers have no external id and are never
 * included.
 */
export class FindCustomersByExternalId extends Query<CustomerSnapshot[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}
