import { Query } from '@nestjs/cqrs';

export interface FoundProduct {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
}

/** Products whose name contains a text, in any case, by name. Without three letters or digits it has to begin so. */
export class SearchProducts extends Query<readonly FoundProduct[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly text: string,
    /** At most so many; null for all of them. */
    readonly most: number | null,
  ) {
    super();
  }
}
