import type { QueryBus } from '@nestjs/cqrs';
import { FindCustomers } from '#customer-portal/contract';
import { ValidationFailed } from '#kernel';

interface WithTrial {
  readonly policy?: { readonly trial?: { readonly customerId: string } } | null;
}

/**
 * Loads the customer that benefit properties name as the holder of trial license keys. The returned check throws `ValidationFailed`
 * if the customer does not exist in the given organization; it passes if the properties name none.
 */
export async function loadTrialCheck(
  queries: QueryBus,
  properties: object | undefined,
): Promise<(organizationId: string) => void> {
  const customerId = (properties as WithTrial | undefined)?.policy?.trial?.customerId;
  const customers = await queries.execute(new FindCustomers(customerId === undefined ? [] : [customerId]));
  return (organizationId) => {
    const customer = customerId === undefined ? undefined : customers.get(customerId);
    if (customerId === undefined || (customer?.organization_id === organizationId && !customer.deleted_at)) return;
    throw ValidationFailed.at(['properties', 'policy', 'trial', 'customerId'], 'Customer does not exist.', customerId);
  };
}
