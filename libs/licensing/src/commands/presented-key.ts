import { displayForm } from '../domain/key-string.ts';
import type { LicenseKeyFacts } from '../domain/license-key-facts.ts';

/** Who presents which string of which organization. */
export interface Presenter {
  readonly organizationId: string;
  readonly key: string;
  /** The organizations that the caller sees; left out where anyone may ask. */
  readonly within?: readonly string[];
}

/**
 * The key under the string that was presented. After a rotation with overlap the old string still works, but it does not
 * tell its successor: whoever holds only the old one learns nothing new.
 */
export const asPresented = (facts: LicenseKeyFacts, { key }: Presenter): LicenseKeyFacts =>
  facts.key === key ? facts : { ...facts, key, displayKey: displayForm(key) };
