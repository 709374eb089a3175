import { type QueryBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';
import { RefuseKeysOfCustomer } from '#customer-portal/needs';
import { KeyBatches } from '../../domain/keys/key-batches.ts';

@CommandHandler(RefuseKeysOfCustomer)
export class RefuseKeysOfCustomerHandler implements ICommandHandler<RefuseKeysOfCustomer> {
  constructor(private readonly batches: KeyBatches) {}

  execute({ organizationId, customerId }: RefuseKeysOfCustomer): Promise<void> {
    return this.batches.recordDeletion(organizationId, customerId);
  }
}

/** Whether one of two customers was merged into the other, or both into a third. */
export async function areMerged(queries: QueryBus, some: string, other: string): Promise<boolean> {
  const found = await queries.execute(new IdentifyCustomers([some, other]));
  return found.length === 2 && new Set(found.map(({ id, merged_into }) => merged_into ?? id)).size === 1;
}
