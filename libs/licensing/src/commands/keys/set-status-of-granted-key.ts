import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SetStatusOfGrantedKey } from '#entitlements/needs';
import { Clock } from '#kernel';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

@CommandHandler(SetStatusOfGrantedKey)
export class SetStatusOfGrantedKeyHandler implements ICommandHandler<SetStatusOfGrantedKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, grantId, status }: SetStatusOfGrantedKey): Promise<number | null> {
    const key = await this.licenseKeys.findByGrant(organizationId, grantId);
    if (!key) return null;
    return this.licenseKeys.change({ id: key.id, within: [organizationId] }, (found) =>
      found.update({ status }, this.clock.now()),
    );
  }
}
