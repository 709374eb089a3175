import type { QueryBus } from '@nestjs/cqrs';
import type { BulkKey } from '../../domain/bulk/bulk-changes.ts';
import { recipientsOf } from '../keys/key-holder.ts';

/** The ids of those keys that somebody with an address holds. */
export async function mailableIn(
  organizationId: string,
  keys: readonly BulkKey[],
  queries: QueryBus,
): Promise<ReadonlySet<string>> {
  const recipients = await recipientsOf(
    keys.map(({ customerId, memberId }) => ({ organizationId, customerId, memberId })),
    queries,
  );
  return new Set(keys.flatMap(({ id }, index) => (recipients[index] ? id : [])));
}
