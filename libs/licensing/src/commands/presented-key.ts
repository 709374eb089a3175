import { displayForm } from '../domain/key-string.ts';
import type { LicenseKeySnapshot } from '../domain/license-key.types.ts';

/** A key string with its organization, and where the caller may look for it. */
export interface KeyCredentials {
  readonly organizationId: string;
  readonly key: string;
  /** The organizations that the caller may see; left out in public requests. */
  readonly within?: readonly string[];
}

/**
 * The snapshot with the presented key string. After a rotation with overlap the old string still works, but the response to it
 * must not reveal the new one.
 */
export const maskSuccessor = (snapshot: LicenseKeySnapshot, { key }: KeyCredentials): LicenseKeySnapshot =>
  snapshot.key === key ? snapshot : { ...snapshot, key, displayKey: displayForm(key) };
