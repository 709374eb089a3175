import { Query } from '@nestjs/cqrs';

/** The ones of the grants whose keys have activations or were validated. */
export class FindGrantsInUse extends Query<ReadonlySet<string>> {
  constructor(
    readonly organizationId: string,
    readonly grantIds: readonly string[],
  ) {
    super();
  }
}
