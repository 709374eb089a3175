import { Query } from '@nestjs/cqrs';

/** A key whose term a purchase can extend. */
export interface RenewableKey {
  readonly id: string;
  readonly benefitId: string;
}

/** Selects keys of a customer and of benefits. */
export interface KeysToRenew {
  readonly customerId: string;
  readonly benefitIds: readonly string[];
  /** This one is among those that are returned, if it can be renewed. */
  readonly licenseKeyId: string | null;
}

/** The keys that are not revoked and that expire, or have expired, the oldest first; no more than a hundred. */
export class FindRenewableKeys extends Query<readonly RenewableKey[]> {
  constructor(
    readonly organizationId: string,
    readonly keys: KeysToRenew,
  ) {
    super();
  }
}
