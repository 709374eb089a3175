import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProducts } from '#catalog/contract';
import { type CustomerView, FindCustomers, FindMemberOfCustomer } from '#customer-portal/contract';
import type { PurchaseInBrief } from '../domain/benefit-grants.ts';

interface GrantedBenefits {
  readonly benefitIds: readonly string[];
  /** The owner of an individual customer, who gets the benefits; null for a team. */
  readonly ownerId: string | null;
}

const NOTHING: GrantedBenefits = { benefitIds: [], ownerId: null };

/** The benefits that an entitling purchase grants: none if the customer is deleted, and no deleted benefits. */
export async function grantedBenefits(
  queries: QueryBus,
  { customerId, productIds, isBySeats }: PurchaseInBrief,
): Promise<GrantedBenefits> {
  const [customers, products] = await Promise.all([
    queries.execute(new FindCustomers([customerId])),
    queries.execute(new FindProducts(productIds)),
  ]);
  const customer = customers.get(customerId);
  const offered = [...new Set(productIds.flatMap((id) => products.get(id)?.benefitIds ?? []))];
  if (offered.length === 0 || customer?.deleted_at !== null) return NOTHING;
  const [benefits, ownerId] = await Promise.all([
    queries.execute(new FindBenefits(offered)),
    isBySeats ? null : ownerOf(queries, customer),
  ]);
  return { benefitIds: offered.filter((id) => benefits.get(id)?.is_deleted === false), ownerId };
}

async function ownerOf(queries: QueryBus, { organization_id, id, type }: CustomerView): Promise<string | null> {
  if (type === 'team') return null;
  return (await queries.execute(new FindMemberOfCustomer(organization_id, id, { role: 'owner' })))?.id ?? null;
}
