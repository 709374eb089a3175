import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SetStatusOfGrantedKey } from '../../contract/index.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

@CommandHandler(SetStatusOfGrantedKey)
export class SetStatusOfGrantedKeyHandler implements ICommandHandler<SetStatusOfGrantedKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, grantId, status }: SetStatusOfGrantedKey): Promise<number | null> {
    const id = await this.licenseKeys.findIdByGrant(organizationId, grantId);
    if (id === undefined) return null;
    return this.licenseKeys.change({ id, within: [organizationId] }, (key) => key.update({ status }, this.clock.now()));
  }
}
