import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Erases, in batches, what applications said about the devices of an anonymized customer. */
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
  constructor(private readonly licenseKeys: LicenseKeys) {}

  /** No activation is added meanwhile, because the keys of a deleted customer are refused. */
  async execute({ organizationId, customerId }: EraseActivations): Promise<void> {
    await this.licenseKeys.recordDeletion(organizationId, customerId);
    let keys = await this.licenseKeys.ofCustomer(organizationId, customerId, null);
    while (keys.length > 0) {
      const ids = keys.map(({ id }) => id);
      let erased: number;
      do erased = await this.licenseKeys.eraseActivations(organizationId, ids);
      while (erased > 0);
      keys = await this.licenseKeys.ofCustomer(organizationId, customerId, ids.at(-1)!);
    }
  }
}
