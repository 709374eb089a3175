import { Query } from '@nestjs/cqrs';

/** The ids of all customers that were merged into this one, directly or along a chain. */
export class FindFormerCustomers extends Query<readonly string[]> {
  constructor(readonly customerId: string) {
    super();
  }
}
