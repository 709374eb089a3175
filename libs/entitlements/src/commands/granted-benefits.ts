import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProducts } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import type { PurchaseInBrief } from '../domain/benefit-grants.ts';

/** The benefits that an entitling purchase grants: none if the customer is deleted, and no deleted benefits. */
export async function grantedBenefits(queries: QueryBus, { customerId, productId }: PurchaseInBrief): Promise<string[]> {
  const [customers, products] = await Promise.all([
    queries.execute(new FindCustomers([customerId])),
    queries.execute(new FindProducts([productId])),
  ]);
  const benefitIds = products.get(productId)?.benefitIds ?? [];
  if (benefitIds.length === 0 || customers.get(customerId)?.deleted_at !== null) return [];
  const benefits = await queries.execute(new FindBenefits(benefitIds));
  return benefitIds.filter((id) => benefits.get(id)?.is_deleted === false);
}
