import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, type FlagTerms, type LicenseKeyTerms, type BenefitSnapshot } from '#catalog/contract';
import { type BenefitGrantSnapshot, type DecidedGrant, FindGrantsOfPurchase } from '#entitlements/contract';
import type { EntitlementPart } from '../../domain/keys/entitlement-parts.ts';
import type { GrantedTerms } from '../../domain/keys/license-key.types.ts';
import { devicesOf, ignoredOf } from '../../domain/keys/purchased-quantity.ts';
import { expiryAfter, type Lifetime } from '#support/periods';
import type { LicensePolicy } from '../../domain/policy/license-policy.ts';

/** The grants that one holder has had from one purchase, the oldest first. */
export type PurchasedGrants = NonNullable<DecidedGrant['purchase']>['grants'];

/** The policy of a key of the benefit. `lifetime` is null if the key does not expire. */
export function policyOf({ policy: given, activations }: LicenseKeyTerms, lifetime: Lifetime | null): LicensePolicy | null {
  const { trial: _ofDevices, expiry, ...rules } = given ?? {};
  const policy = {
    ...rules,
    ...(expiry ? { expiry: lifetime ? { ...expiry, lifetime } : expiry } : {}),
    ...(activations?.floating ? { floating: activations.floating } : {}),
    ...(activations?.nodeLocked ? { nodeLocked: activations.nodeLocked } : {}),
    ...(activations?.overLimit ? { overLimit: activations.overLimit } : {}),
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

/** The limits that a benefit sets on a key for which so many pieces were bought. */
export const limitsOf = (
  { quantity }: Pick<BenefitGrantSnapshot, 'quantity'>,
  { activations, limitUsage, quantity: rule }: LicenseKeyTerms,
): Pick<GrantedTerms, 'limitActivations' | 'limitUsage'> => ({
  limitActivations: devicesOf(activations?.limit ?? null, rule, quantity),
  limitUsage,
});

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
    ...limitsOf({ quantity }, benefit),
    expiresAt: expiryOf(benefit, lifetime, purchasedAt ?? start),
    policy: policyOf(benefit, lifetime),
  };
}

/** The flags that a purchase brings its keys. */
interface EntitlementsOfPurchase {
  readonly organizationId: string;
  /** The number of decisions about its grants. */
  readonly revision: number;
  /** What its keys of a benefit have: flags that are attached to keys of other benefits are left out. */
  readonly ownOf: (benefitId: string) => readonly EntitlementPart[];
  /** Also if all of them are revoked. */
  readonly hasFlags: boolean;
  /** The grants that bring keys, or renew them. */
  readonly grantsOfKeys: PurchasedGrants;
}

/** What is told of a benefit that is due, or read of any. */
type Benefits = ReadonlyMap<string, FlagTerms & { readonly type: string; readonly is_deleted?: boolean }>;

/**
 * What the purchase of a grant brings, as the event of a decision tells, or as it is now; undefined if that is one benefit, or if there
 * is no such grant. The values are read after the grants: a change of them that is missed renews the grants, which brings a higher
 * revision.
 */
export async function entitlementsOfPurchase(
  grantId: string,
  queries: QueryBus,
  told?: DecidedGrant['purchase'],
): Promise<EntitlementsOfPurchase | undefined> {
  const purchase = told ?? (await queries.execute(new FindGrantsOfPurchase(grantId)));
  if (!purchase || purchase.grants.length < 2) return undefined;
  const { organizationId, revision, grants } = purchase;
  const benefits: Benefits =
    told?.benefits ?? (await queries.execute(new FindBenefits([...new Set(grants.map(({ benefitId }) => benefitId))])));
  const isOf = (type: BenefitSnapshot['type']) => grants.filter(({ benefitId }) => benefits.get(benefitId)?.type === type);
  const flags = isOf('feature_flag');
  return {
    organizationId,
    revision,
    ownOf: (benefitId) =>
      grantedFlags(flags, benefits).flatMap(({ attach, ...part }) => (isOwn(attach, benefitId) ? [part] : [])),
    hasFlags: flags.length > 0,
    grantsOfKeys: isOf('license_keys'),
  };
}

/** The flags that several purchases bring a key of a benefit together. */
export async function entitlementsOfPurchases(
  grantIds: readonly string[],
  benefitId: string,
  queries: QueryBus,
): Promise<{ readonly revision: number; readonly own: readonly EntitlementPart[] }> {
  const purchases = await Promise.all(grantIds.map((id) => entitlementsOfPurchase(id, queries)));
  const flags = new Map(purchases.flatMap((each) => each?.ownOf(benefitId) ?? []).map((flag) => [flag.benefit_id, flag]));
  return { revision: purchases.reduce((sum, each) => sum + (each?.revision ?? 0), 0), own: [...flags.values()] };
}

const grantedFlags = (flags: PurchasedGrants, benefits: Benefits) =>
  flags.flatMap(({ benefitId, isGranted }) => {
    const benefit = benefits.get(benefitId);
    if (!isGranted || benefit?.type !== 'feature_flag' || benefit.is_deleted) return [];
    const { values = {}, attach, combine } = benefit;
    return [{ benefit_id: benefitId, values, attach, ...(combine ? { combine } : {}) }];
  });

/** Whether a flag is shown by a key of a benefit of the same purchase. */
const isOwn = (attach: FlagTerms['attach'], benefitId: string): boolean =>
  attach === undefined || attach.to === 'own_key' || (attach.to === 'key_of' && attach.benefit_id === benefitId);
