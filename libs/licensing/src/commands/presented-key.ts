import { displayForm } from '../domain/key-string.ts';
import type { LicenseKeySnapshot } from '../domain/license-key.types.ts';

/** Who presents which string of which organization. */
export interface KeyCredentials {
  readonly organizationId: string;
  readonly key: string;
  /** The organizations that the caller sees; left out where anyone may ask. */
  readonly within?: readonly string[];
}

/**
 * The key under the string that was presented. After a rotation with overlap the old string still works, but it does not
 * tell its successor: whoever holds only the old one learns nothing new.
 */
export const maskSuccessor = (facts: LicenseKeySnapshot, { key }: KeyCredentials): LicenseKeySnapshot =>
  facts.key === key ? facts : { ...facts, key, displayKey: displayForm(key) };
