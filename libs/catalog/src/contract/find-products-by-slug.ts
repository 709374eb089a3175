import { Query } from '@nestjs/cqrs';

/**
 * Ids of the products of an organization by the `slug` in their metadata, by slug. Several products may have the same one. Deleted
 * products are left out, archived ones included.
 */
export class FindProductsBySlug extends Query<ReadonlyMap<string, readonly string[]>> {
  constructor(
    readonly organizationId: string,
    readonly slugs: readonly string[],
  ) {
    super();
  }
}
