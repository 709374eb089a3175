import type { LicenseKeyTerms } from '#catalog/contract';
import type { BenefitGrantSnapshot } from '#entitlements/contract';
import type { GrantedTerms } from '../../domain/keys/license-key.types.ts';
import { devicesOf, ignoredOf } from '../../domain/keys/purchased-quantity.ts';
import { expiryAfter, type Lifetime } from '../../domain/keys/expiry.ts';
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

/** Only a key from a one-time purchase expires. A key from a subscription lives as long as the subscription. */
export const lifetimeOf = (
  { orderId }: Pick<BenefitGrantSnapshot, 'orderId'>,
  { expires }: LicenseKeyTerms,
): LicenseKeyTerms['expires'] => (orderId === null ? null : expires);

/** How many pieces were bought for the one key of a grant; 1 if it stands for all that were. */
export const ignoredIn = (
  { quantity }: Pick<BenefitGrantSnapshot, 'quantity'>,
  { activations, quantity: rule }: LicenseKeyTerms,
): number => ignoredOf(activations?.limit ?? null, rule, quantity);

/**
 * The terms that a benefit sets on the key of a grant whose lifetime begins at `start`, or when it was bought, if the seller
 * reported that.
 */
export function termsOf(
  { orderId, purchasedAt, quantity }: Pick<BenefitGrantSnapshot, 'orderId' | 'purchasedAt' | 'quantity'>,
  benefit: LicenseKeyTerms,
  start: Date,
): GrantedTerms {
  const lifetime = lifetimeOf({ orderId }, benefit);
  return {
    limitActivations: devicesOf(benefit.activations?.limit ?? null, benefit.quantity, quantity),
    limitUsage: benefit.limitUsage,
    expiresAt: expiryOf(benefit, lifetime, purchasedAt ?? start),
    policy: policyOf(benefit, lifetime),
  };
}
