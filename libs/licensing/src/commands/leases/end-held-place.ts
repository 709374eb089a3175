import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { assertCanManage, organizationsOf } from '../keys/key-permissions.ts';

/** The seller ends the place that the lease of a deactivated device holds, and says why. */
export class EndHeldPlace extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly activationId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(EndHeldPlace)
export class EndHeldPlaceHandler implements ICommandHandler<EndHeldPlace> {
  constructor(private readonly licenseKeys: LicenseKeys) {}

  async execute({ access, id, activationId, reason }: EndHeldPlace): Promise<void> {
    await this.licenseKeys.change({ id, within: organizationsOf(access), activationId, to: 'deactivate' }, (licenseKey) => {
      assertCanManage(access, licenseKey.organizationId);
      licenseKey.endHeldPlace(activationId, reason);
    });
  }
}
