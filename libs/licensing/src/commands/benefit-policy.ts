import type { LicenseKeyTerms } from '#catalog/contract';
import { expiryAfter, type Lifetime } from '../domain/expiry.ts';
import type { GrantedTerms } from '../domain/license-key.types.ts';
import type { LicensePolicy } from '../domain/policy/license-policy.ts';

/** The policy of a key of the benefit. `lifetime` is null if the key does not expire. */
export function policyOf(benefit: LicenseKeyTerms, lifetime: Lifetime | null): LicensePolicy | null {
  const { trial: _ofDevices, expiry, ...rules } = benefit.policy ?? {};
  const policy = expiry ? { ...rules, expiry: lifetime ? { ...expiry, lifetime } : expiry } : rules;
  return Object.keys(policy).length === 0 ? null : policy;
}

/** The expiry that a lifetime sets when the key is issued: none if it begins later. */
export const expiryOf = ({ policy }: LicenseKeyTerms, lifetime: Lifetime | null, start: Date): GrantedTerms['expiresAt'] =>
  lifetime && policy?.expiry?.begins !== 'first_activation' ? expiryAfter(start, lifetime) : null;
