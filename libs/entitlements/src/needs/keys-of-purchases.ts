import { Command, Query } from '@nestjs/cqrs';

// Handled by the context that has the license keys.

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

/** A key that was issued for a benefit grant. */
export interface GrantedLicenseKey {
  readonly id: string;
  readonly grantId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly displayKey: string;
}

/** Granted keys by id. Directly issued keys and unknown ids are missing in the result. */
export class FindGrantedLicenseKeys extends Query<GrantedLicenseKey[]> {
  constructor(
    readonly organizationId: string,
    readonly ids: readonly string[],
  ) {
    super();
  }
}

/** The device id that an activation was made with; undefined if there is none. Ended activations are included. */
export class FindDevice extends Query<string | undefined> {
  constructor(
    readonly organizationId: string,
    readonly activationId: string,
  ) {
    super();
  }
}

/** A key string of the seller's own, for the grant of a benefit that a purchase will bring. */
export interface KeyToReserve {
  readonly benefitId: string;
  readonly key: string;
  /** What was used of the key before. */
  readonly history?: ReservedHistory;
}

export interface ReservedHistory {
  readonly usage: number;
  readonly installations: readonly {
    readonly label: string;
    readonly conditions: { readonly [key: string]: string | number | boolean };
    readonly meta: { readonly [key: string]: string | number | boolean };
    readonly device: string | null;
  }[];
  /** What the key has of its own; what is left out is that of the benefit. */
  readonly terms?: {
    readonly limitActivations?: number | null;
    readonly limitUsage?: number | null;
    /** ISO 8601 in UTC. */
    readonly expiresAt?: string | null;
    readonly status?: 'granted' | 'disabled' | 'revoked';
    readonly metadata?: { readonly [name: string]: string | number | boolean };
  };
}

/**
 * Sent before a purchase is stored: its grants get these keys instead of generated ones. Throws a `ValidationFailed` with paths
 * such as `licenseKeys.0.key` for strings that are used by other keys, and for benefits that have no license keys or are named
 * twice.
 */
export class ReserveLicenseKeys extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly purchaseId: string,
    readonly keys: readonly KeyToReserve[],
    /** Checks the keys and stores nothing. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

/**
 * Sets the status of the key that was issued for a benefit grant, as a decision by hand. Returns the number of the decision;
 * null if the grant has no key.
 */
export class SetStatusOfGrantedKey extends Command<number | null> {
  constructor(
    readonly organizationId: string,
    readonly grantId: string,
    readonly status: 'granted' | 'revoked',
  ) {
    super();
  }
}
