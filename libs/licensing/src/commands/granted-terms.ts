import type { LicenseKeyTerms } from '#catalog/contract';
import type { BenefitGrantSnapshot } from '#entitlements/contract';
import { expiryAfter } from '../domain/expiry.ts';
import type { GrantedTerms } from '../domain/license-key.types.ts';

/**
 * The terms that a benefit sets on the key of a grant whose lifetime begins at `start`, or when it was bought, if the seller
 * reported that. Only a key from a one-time purchase expires. A key from a subscription lives as long as the subscription.
 */
export const termsOf = (
  { orderId, purchasedAt }: Pick<BenefitGrantSnapshot, 'orderId' | 'purchasedAt'>,
  { activations, limitUsage, expires }: LicenseKeyTerms,
  start: Date,
): GrantedTerms => ({
  limitActivations: activations?.limit ?? null,
  limitUsage,
  expiresAt: orderId !== null && expires ? expiryAfter(purchasedAt ?? start, expires) : null,
});
