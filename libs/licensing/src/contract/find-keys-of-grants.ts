import { Query } from '@nestjs/cqrs';

export interface GrantedKey {
  readonly grantId: string;
  /** Who holds the key. */
  readonly customerId: string;
  /** The key has activations or was validated. */
  readonly wasUsed: boolean;
}

/** The license keys that were issued for grants. Grants without a key are missing. */
export class FindKeysOfGrants extends Query<readonly GrantedKey[]> {
  constructor(
    readonly organizationId: string,
    readonly grantIds: readonly string[],
  ) {
    super();
  }
}
