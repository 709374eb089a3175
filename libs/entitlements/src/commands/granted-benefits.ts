import type { QueryBus } from '@nestjs/cqrs';
import { type BenefitView, FindBenefits, FindProducts, type ProductSnapshot } from '#catalog/contract';
import { type CustomerView, FindCustomers, FindMemberOfCustomer } from '#customer-portal/contract';
import type { Replacements } from '../domain/entitlement.ts';
import type { PurchaseInBrief } from '../domain/benefit-grants.ts';

export interface GrantedBenefits {
  readonly benefitIds: readonly string[];
  /** The benefits that each of them replaces. */
  readonly replacements: Replacements;
  /** The owner of an individual customer, who gets the benefits; null for a team. */
  readonly ownerId: string | null;
}

export const NOTHING: GrantedBenefits = { benefitIds: [], replacements: new Map(), ownerId: null };

/**
 * The benefits that an entitling purchase grants: those of its products, and those that they had when they were bought and that its
 * customers keep. None if the customer is deleted, and no deleted benefits.
 */
export async function grantedBenefits(
  queries: QueryBus,
  { customerId, productIds, boughtAt, isBySeats }: PurchaseInBrief,
): Promise<GrantedBenefits> {
  const [customers, products] = await Promise.all([
    queries.execute(new FindCustomers([customerId])),
    queries.execute(new FindProducts(productIds)),
  ]);
  const customer = customers.get(customerId);
  const offered = [...new Set(productIds.flatMap((id) => benefitsOf(products.get(id), boughtAt)))];
  if (offered.length === 0 || customer?.deleted_at !== null) return NOTHING;
  const [benefits, ownerId] = await Promise.all([
    queries.execute(new FindBenefits(offered)),
    isBySeats ? null : ownerOf(queries, customer),
  ]);
  const benefitIds = offered.filter((id) => benefits.get(id)?.is_deleted === false);
  return { benefitIds, replacements: new Map(benefitIds.map((id) => [id, replacedBy(benefits.get(id)!)])), ownerId };
}

const benefitsOf = (product: ProductSnapshot | undefined, boughtAt: Date): readonly string[] => [
  ...(product?.benefitIds ?? []),
  ...(product?.keptBenefits ?? []).flatMap((kept) => (boughtAt <= kept.removedAt ? kept.benefitId : [])),
];

const replacedBy = (benefit: BenefitView): readonly string[] =>
  benefit.type === 'license_keys' ? (benefit.properties.replaces_benefit_ids ?? []) : [];

async function ownerOf(queries: QueryBus, { organization_id, id, type }: CustomerView): Promise<string | null> {
  if (type === 'team') return null;
  return (await queries.execute(new FindMemberOfCustomer(organization_id, id, { role: 'owner' })))?.id ?? null;
}
