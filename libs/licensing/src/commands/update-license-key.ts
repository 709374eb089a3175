import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { LicenseKeySnapshot, Terms } from '../domain/license-key.types.ts';
import { LicenseKeys } from '../domain/license-keys.ts';

export class UpdateLicenseKey extends Command<LicenseKeySnapshot> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly terms: Terms,
  ) {
    super();
  }
}

@CommandHandler(UpdateLicenseKey)
export class UpdateLicenseKeyHandler implements ICommandHandler<UpdateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, terms }: UpdateLicenseKey): Promise<LicenseKeySnapshot> {
    return this.licenseKeys.change({ id, within: access.visible }, (licenseKey) => {
      access.assertCanManage(licenseKey.organizationId);
      licenseKey.update(terms, this.clock.now());
      return licenseKey.snapshot;
    });
  }
}
