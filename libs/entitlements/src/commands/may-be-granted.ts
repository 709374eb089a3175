import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';

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
