import { Query } from '@nestjs/cqrs';
import type { CustomerView } from './customer.view.ts';

/**
 * Customers by id, of any organization and deleted ones included: for whoever already holds their ids.
 * An id that is unknown is missing in the answer.
 */
export class FindCustomers extends Query<ReadonlyMap<string, CustomerView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
