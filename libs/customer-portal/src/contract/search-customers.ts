import { Query } from '@nestjs/cqrs';

/** The ids of customers whose e-mail address or name begins with a text, in any case: a few of them. */
export class SearchCustomers extends Query<string[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
  ) {
    super();
  }
}
