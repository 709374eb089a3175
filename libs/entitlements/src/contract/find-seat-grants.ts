import { Query } from '@nestjs/cqrs';

/** Finds which of these grants members got with a seat of a purchase. */
export class FindSeatGrants extends Query<ReadonlySet<string>> {
  constructor(
    readonly organizations: readonly string[],
    readonly grantIds: readonly string[],
  ) {
    super();
  }
}
