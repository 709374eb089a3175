import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';

/** The benefit of a license key that a customer or member sees. Throws `ResourceNotFound`. */
export class FindBenefitOfOwnKey extends Query<string> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

/** How license keys of an organization are shown without telling them, by their IDs. Those that no longer exist are missing. */
export class FindDisplayKeys extends Query<ReadonlyMap<string, string>> {
  constructor(
    readonly organizations: readonly string[],
    readonly ids: readonly string[],
  ) {
    super();
  }
}
