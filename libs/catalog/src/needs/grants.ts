import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';

/**
 * Asks the context of grants what a portal session has of these benefits, or of all if they are left out: for each benefit that is
 * granted, the id of one grant that the session may see.
 */
export class FindOwnGrants extends Query<ReadonlyMap<string, string>> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitIds?: readonly string[],
  ) {
    super();
  }
}

/** Who was granted a benefit. */
export interface GrantHolder {
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
}

/** Asks the context of grants who has a grant, of any organization; undefined if there is none, or if it is revoked or not yet granted. */
export class FindGrantHolder extends Query<GrantHolder | undefined> {
  constructor(readonly grantId: string) {
    super();
  }
}
