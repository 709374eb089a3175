import type { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { displayForm } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { PresentedKey } from '../../domain/keys/license-keys.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key.types.ts';

/** A key string with its organization, and where the caller may look for it. */
export interface KeyCredentials {
  readonly organizationId: string;
  readonly key: string;
  /** The organizations that the caller may see; left out in public requests. */
  readonly within?: readonly string[];
  /** Where a public request comes from. */
  readonly origin?: RequestOrigin;
}

export interface RequestOrigin {
  readonly network: string;
  /** True if too many unknown keys were presented from the network. */
  readonly isBlocked: boolean;
}

/** Selects a presented key. For a blocked network, finding it takes the same statements as not finding it. */
export const presentedKey = ({ organizationId, key, within, origin }: KeyCredentials, at: Date): PresentedKey & Visibility => ({
  organizationId,
  key,
  at,
  within,
  hidesExistence: origin?.isBlocked,
});

interface Visibility {
  readonly within: readonly string[] | undefined;
}

interface Presenting {
  readonly networks: ClientNetworks;
  readonly now: Date;
  /** What the request names, if it names one. */
  readonly activationId?: string | null;
  readonly device?: string | null;
}

/**
 * Runs an operation on a presented key, and notes the network from which it succeeded. For a blocked network, only those keys exist
 * that were used from it within 30 days, and those that know the installation which the request names.
 */
export function usePresented<T>(
  licenseKey: LicenseKey,
  { origin }: KeyCredentials,
  { networks, now, activationId, device }: Presenting,
  operation: () => T,
): T {
  if (!origin) return operation();
  const digests = networks.digestsOf(origin.network);
  const { isBlocked } = origin;
  if (isBlocked && !licenseKey.watch.wasUsedFrom(digests, now) && !licenseKey.isInstalledAs({ activationId, device })) {
    throw new LicenseKeyNotFound();
  }
  const outcome = operation();
  licenseKey.noteUseFrom(digests, now);
  return outcome;
}

/**
 * The snapshot with the presented key string. After a rotation with overlap the old string still works, but the response to it
 * must not reveal the new one.
 */
export const maskSuccessor = (snapshot: LicenseKeySnapshot, { key }: KeyCredentials): LicenseKeySnapshot =>
  snapshot.key === key ? snapshot : { ...snapshot, key, displayKey: displayForm(key) };
