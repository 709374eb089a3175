import type { QueryBus } from '@nestjs/cqrs';
import { FindCustomersByExternalId } from './customers.ts';

/** The customer ids that match a filter by id, by external id, or both; undefined without such a filter. */
export async function customerIdsFilter(
  queries: QueryBus,
  organizations: readonly string[],
  ids: readonly string[] | undefined,
  externalIds: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (!externalIds) return ids;
  const found = (await queries.execute(new FindCustomersByExternalId(organizations, externalIds))).map(({ id }) => id);
  return ids ? found.filter((id) => ids.includes(id)) : found;
}
