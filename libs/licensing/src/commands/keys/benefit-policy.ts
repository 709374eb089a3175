import type { LicenseKeyTerms } from '#catalog/contract';
import { expiryAfter, type Lifetime } from '../../domain/keys/expiry.ts';
import type { GrantedTerms } from '../../domain/keys/license-key.types.ts';
import type { LicensePolicy } from '../../domain/policy/license-policy.ts';

/** The policy of a key of the benefit. `lifetime` is null if the key does not expire. */
export function policyOf({ policy: given, activations }: LicenseKeyTerms, lifetime: Lifetime | null): LicensePolicy | null {
  const { trial: _ofDevices, expiry, ...rules } = given ?? {};
  const policy = {
    ...rules,
    ...(expiry ? { expiry: lifetime ? { ...expiry, lifetime } : expiry } : {}),
    ...(activations?.floating ? { floating: activations.floating } : {}),
  };
  return Object.keys(policy).length === 0 ? null : policy;
}

/** The expiry that a lifetime sets when the key is issued: none if it begins later. */
export const expiryOf = ({ policy }: LicenseKeyTerms, lifetime: Lifetime | null, start: Date): GrantedTerms['expiresAt'] =>
  lifetime && policy?.expiry?.begins !== 'first_activation' ? expiryAfter(start, lifetime) : null;
