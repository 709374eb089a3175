import { Query } from '@nestjs/cqrs';

/** A key whose term a purchase can extend. */
export interface RenewableKey {
  readonly id: string;
  readonly benefitId: string;
  /** Whether nothing stands any more that was bought for it. */
  readonly hasLapsed: boolean;
}

/** The key that a purchase renews without naming it: the only one that is in use, else the only one that has lapsed. */
export function renewableBy(keys: readonly RenewableKey[]): RenewableKey | 'several' | undefined {
  const inUse = keys.filter(({ hasLapsed }) => !hasLapsed);
  const [key, ...others] = inUse.length > 0 ? inUse : keys;
  return others.length > 0 ? 'several' : key;
}

/** Selects keys of a customer and of benefits. */
export interface KeysToRenew {
  readonly customerId: string;
  readonly benefitIds: readonly string[];
  /** This one is among those that are returned, if it can be renewed. */
  readonly licenseKeyId: string | null;
}

/**
 * The keys to which a purchase can add something, the oldest first; no more than a hundred. Not those that were revoked by hand, and not
 * those that were bought once, have no end and no period of updates.
 */
export class FindRenewableKeys extends Query<readonly RenewableKey[]> {
  constructor(
    readonly organizationId: string,
    readonly keys: KeysToRenew,
  ) {
    super();
  }
}
