import { Query } from '@nestjs/cqrs';

export interface FoundCustomers {
  readonly ids: readonly string[];
  /** False if there are more. */
  readonly isComplete: boolean;
}

/** Customers whose e-mail address or name begins with a text, in any case: a few of them. */
export class SearchCustomers extends Query<FoundCustomers> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
  ) {
    super();
  }
}
