import type { QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';

/** Whether one of two customers was merged into the other, or both into a third. */
export async function areMerged(queries: QueryBus, some: string, other: string): Promise<boolean> {
  const found = await queries.execute(new IdentifyCustomers([some, other]));
  return found.length === 2 && new Set(found.map(({ id, merged_into }) => merged_into ?? id)).size === 1;
}
