import type { QueryBus } from '@nestjs/cqrs';
import { FindOrganizations } from '#organizations/contract';
import type { Proration } from '../domain/proration.ts';

/** How the organization charges changes of subscriptions unless a request says otherwise. */
export async function prorationOf(queries: QueryBus, organizationId: string): Promise<Proration> {
  return (await queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!.prorationBehavior;
}
