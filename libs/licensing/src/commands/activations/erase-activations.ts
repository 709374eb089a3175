import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeyBatches } from '../../domain/keys/key-batches.ts';

/** Erases, in batches, what applications said about the devices of an anonymized customer, and about the units that they counted. */
export class EraseActivations extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EraseActivations)
export class EraseActivationsHandler implements ICommandHandler<EraseActivations> {
  constructor(private readonly batches: KeyBatches) {}

  /** No activation is added meanwhile, because the keys of a deleted customer are refused. */
  async execute({ organizationId, customerId }: EraseActivations): Promise<void> {
    await this.batches.recordDeletion(organizationId, customerId);
    let keys = await this.batches.ofCustomer(organizationId, customerId, null);
    while (keys.length > 0) {
      const ids = keys.map(({ id }) => id);
      let erased: number;
      do erased = await this.batches.eraseActivations(organizationId, ids);
      while (erased > 0);
      keys = await this.batches.ofCustomer(organizationId, customerId, ids.at(-1)!);
    }
  }
}
