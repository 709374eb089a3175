import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { fileForeign, readDeactivation } from '../../domain/leases/offline-files.ts';
import { type Actor, assertCanSee, organizationsOf } from '../keys/key-permissions.ts';

/** A device without a network returns its lease: somebody else presents the file that it made and signed. */
export class DeactivateByFile extends Command<void> {
  constructor(
    readonly actor: Actor,
    readonly id: string,
    /** The content of the deactivation file. */
    readonly file: string,
  ) {
    super();
  }
}

@CommandHandler(DeactivateByFile)
export class DeactivateByFileHandler implements ICommandHandler<DeactivateByFile> {
  constructor(private readonly licenseKeys: LicenseKeys) {}

  async execute({ actor, id, file }: DeactivateByFile): Promise<void> {
    const within = organizationsOf(actor);
    assertCanSee(actor, await this.licenseKeys.ownerOf(id, within));
    const { organizationId, licenseKeyId, ...returned } = readDeactivation(file);
    if (licenseKeyId !== id) throw fileForeign();
    const { activationId } = returned;
    await this.licenseKeys.change({ id, within, activationId, to: 'deactivate' }, (licenseKey) => {
      if (licenseKey.organizationId !== organizationId) throw fileForeign();
      licenseKey.takeBack(returned);
    });
  }
}
