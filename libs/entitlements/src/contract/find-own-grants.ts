import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';

/**
 * What a portal session has of these benefits, or of all if they are left out: for each benefit that is granted, the id of one grant
 * that the session may see.
 */
export class FindOwnGrants extends Query<ReadonlyMap<string, string>> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitIds?: readonly string[],
  ) {
    super();
  }
}
