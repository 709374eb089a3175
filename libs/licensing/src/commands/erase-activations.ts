import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LicenseKeys } from '../domain/license-keys.ts';

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
    let ids = await this.licenseKeys.idsOfCustomer(organizationId, customerId, null);
    while (ids.length > 0) {
      let erased: number;
      do erased = await this.licenseKeys.eraseActivations(organizationId, ids);
      while (erased > 0);
      ids = await this.licenseKeys.idsOfCustomer(organizationId, customerId, ids.at(-1)!);
    }
  }
}
