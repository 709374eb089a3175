import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RefuseKeysOfCustomer } from '#customer-portal/needs';
import { KeyBatches } from '../../domain/keys/key-batches.ts';

@CommandHandler(RefuseKeysOfCustomer)
export class RefuseKeysOfCustomerHandler implements ICommandHandler<RefuseKeysOfCustomer> {
  constructor(private readonly batches: KeyBatches) {}

  execute({ organizationId, customerId }: RefuseKeysOfCustomer): Promise<void> {
    return this.batches.recordDeletion(organizationId, customerId);
  }
}
