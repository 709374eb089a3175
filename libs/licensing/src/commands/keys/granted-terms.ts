import type { LicenseKeyTerms } from '#catalog/contract';
import type { BenefitGrantSnapshot } from '#entitlements/contract';
import type { GrantedTerms } from '../../domain/keys/license-key.types.ts';
import { expiryOf, policyOf } from './benefit-policy.ts';

/**
 * The terms that a benefit sets on the key of a grant whose lifetime begins at `start`, or when it was bought, if the seller
 * reported that. Only a key from a one-time purchase expires. A key from a subscription lives as long as the subscription.
 */
export function termsOf(
  { orderId, purchasedAt }: Pick<BenefitGrantSnapshot, 'orderId' | 'purchasedAt'>,
  benefit: LicenseKeyTerms,
  start: Date,
): GrantedTerms {
  const lifetime = orderId === null ? null : benefit.expires;
  return {
    limitActivations: benefit.activations?.limit ?? null,
    limitUsage: benefit.limitUsage,
    expiresAt: expiryOf(benefit, lifetime, purchasedAt ?? start),
    policy: policyOf(benefit, lifetime),
  };
}
