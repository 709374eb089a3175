import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RefuseKeysOfCustomer } from '../../contract/index.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

@CommandHandler(RefuseKeysOfCustomer)
export class RefuseKeysOfCustomerHandler implements ICommandHandler<RefuseKeysOfCustomer> {
  constructor(private readonly licenseKeys: LicenseKeys) {}

  execute({ organizationId, customerId }: RefuseKeysOfCustomer): Promise<void> {
    return this.licenseKeys.recordDeletion(organizationId, customerId);
  }
}
