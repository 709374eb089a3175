import { Query } from '@nestjs/cqrs';

export interface FoundCustomers {
  readonly ids: readonly string[];
  /** False if there are more, or not all were compared with the text. */
  readonly isComplete: boolean;
}

/**
 * Customers whose e-mail address, name or external id contains a text, in any case: a few of them, the first in order. Without three
 * letters or digits it has to begin so.
 */
export class SearchCustomers extends Query<FoundCustomers> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
  ) {
    super();
  }
}
