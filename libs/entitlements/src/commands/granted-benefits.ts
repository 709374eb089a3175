import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindOfferedBenefits, type BenefitSnapshot } from '#catalog/contract';
import { FindCustomers, FindMemberOfCustomer, type CustomerSnapshot } from '#customer-portal/contract';
import { isoTime } from '#support/days';
import { FindRenewableKeys, renewableBy } from '../needs/keys-of-purchases.ts';
import type { FlagTerms } from '../domain/benefit-grant.events.ts';
import type { DueBenefit } from '../domain/entitlement.ts';
import type { PurchaseInBrief } from '../domain/benefit-grants.ts';

export interface GrantedBenefits {
  readonly benefits: readonly DueBenefit[];
  /** The owner of an individual customer, who gets the benefits; null for a team. */
  readonly ownerId: string | null;
}

export const NOTHING: GrantedBenefits = { benefits: [], ownerId: null };

/**
 * The benefits that an entitling purchase grants: those of its products, and those that they had when they were bought and that its
 * customers keep. None if the customer is deleted, and no deleted benefits.
 */
export async function grantedBenefits(
  queries: QueryBus,
  organizationId: string,
  { customerId, products: bought, renewsLicenseKeyId, boughtAt, isBySeats }: PurchaseInBrief,
): Promise<GrantedBenefits> {
  const [customers, offers, ownerOfBuyer] = await Promise.all([
    queries.execute(new FindCustomers([customerId])),
    queries.execute(new FindOfferedBenefits([...bought.keys()])),
    isBySeats ? null : ownerOf(queries, organizationId, customerId),
  ]);
  const customer = customers.get(customerId);
  const due = new Map<string, { readonly benefit: BenefitSnapshot; readonly quantity: number }>();
  for (const [productId, quantity] of bought) {
    for (const { benefit, removedAt } of offers.get(productId) ?? []) {
      if (removedAt !== null && boughtAt > removedAt) continue;
      due.set(benefit.id, { benefit, quantity: (due.get(benefit.id)?.quantity ?? 0) + quantity });
    }
  }
  if (due.size === 0 || customer?.deleted_at !== null) return NOTHING;
  const isMerged = customer.id !== customerId;
  const ownerId = isMerged && !isBySeats ? await ownerOf(queries, organizationId, customer.id) : ownerOfBuyer;
  const renewed = isBySeats ? NO_KEYS : await renewedKeys(queries, customer, [...due.values()], renewsLicenseKeyId);
  return {
    benefits: [...due.values()].map(({ benefit, quantity }) => ({
      id: benefit.id,
      quantity,
      ...ruleOf(benefit),
      terms: termsOf(benefit),
      renewsLicenseKeyId: renewed.get(benefit.id) ?? null,
    })),
    ownerId: customer.type === 'team' ? null : ownerId,
  };
}

/** What events of the grant tell of the benefit. The text for the mail with the key is read when it is sent. */
function termsOf({ type, modified_at, properties, ...benefit }: BenefitSnapshot): DueBenefit['terms'] {
  const { values, attach, combine } = benefit as FlagTerms;
  const flag = { ...(values ? { values } : {}), ...(attach ? { attach } : {}), ...(combine ? { combine } : {}) };
  const told = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'first_steps'));
  return { type, modified_at: modified_at && isoTime(modified_at), properties: told, ...flag };
}

/** Whether the benefit was changed after these terms were read. Only license keys and flags follow its terms. */
export const hasOtherTerms = ({ type, modified_at }: BenefitSnapshot, told: DueBenefit['terms'] | undefined): boolean =>
  told !== undefined &&
  (type === 'license_keys' || type === 'feature_flag') &&
  told.modified_at !== (modified_at && isoTime(modified_at));

function ruleOf(benefit: BenefitSnapshot): Pick<DueBenefit, 'isPerPiece' | 'bringsLicenseKey' | 'replaces'> {
  if (benefit.type !== 'license_keys') return { isPerPiece: false, bringsLicenseKey: false, replaces: [] };
  const { quantity, replaces_benefit_ids: replaces = [] } = benefit.properties;
  return { isPerPiece: quantity === 'each', bringsLicenseKey: true, replaces };
}

const NO_KEYS: ReadonlyMap<string, string> = new Map();

const renewsWhenBought = (benefit: BenefitSnapshot): boolean =>
  benefit.type === 'license_keys' && benefit.properties.when_bought_again === 'renew';

/**
 * The license keys that a new grant of a benefit renews: the one that the purchase names, if it can be renewed; else, for a benefit whose
 * keys are renewed when they are bought again, the only one of the customer that is in use, or that has lapsed.
 */
async function renewedKeys(
  queries: QueryBus,
  { organization_id, id: customerId }: CustomerSnapshot,
  due: readonly { readonly benefit: BenefitSnapshot }[],
  named: string | null,
): Promise<ReadonlyMap<string, string>> {
  const benefits = due.map(({ benefit }) => benefit).filter((benefit) => named !== null || renewsWhenBought(benefit));
  if (benefits.length === 0) return NO_KEYS;
  const benefitIds = benefits.map(({ id }) => id);
  const keys = await queries.execute(new FindRenewableKeys(organization_id, { customerId, benefitIds, licenseKeyId: named }));
  const renewed = benefits.flatMap((benefit): [string, string][] => {
    const own = keys.filter(({ benefitId }) => benefitId === benefit.id);
    const chosen = own.find(({ id }) => id === named) ?? (renewsWhenBought(benefit) ? renewableBy(own) : undefined);
    return chosen && chosen !== 'several' ? [[benefit.id, chosen.id]] : [];
  });
  return new Map(renewed);
}

async function ownerOf(queries: QueryBus, organizationId: string, customerId: string): Promise<string | null> {
  return (await queries.execute(new FindMemberOfCustomer(organizationId, customerId, { role: 'owner' })))?.id ?? null;
}

/** Whether neither the benefit nor the customer was deleted. */
export async function mayBeGranted(
  queries: QueryBus,
  { benefitId, customerId }: { readonly benefitId: string; readonly customerId: string },
): Promise<boolean> {
  const [benefits, customers] = await Promise.all([
    queries.execute(new FindBenefits([benefitId])),
    queries.execute(new FindCustomers([customerId])),
  ]);
  return benefits.get(benefitId)?.is_deleted === false && customers.get(customerId)?.deleted_at === null;
}
