import { Query } from '@nestjs/cqrs';
import type { CustomerView } from './customer.view.ts';

/**
 * Customers by id, of any organization. Deleted customers are included and marked. Unknown ids are missing in the result. The
 * caller checks the organization.
 */
export class FindCustomers extends Query<ReadonlyMap<string, CustomerView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
