import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { fileForeign, readActivationRequest } from '../../domain/leases/offline-files.ts';
import { IssueKeySet } from '../keys/issue-key-set.ts';
import { type Actor, assertCanSee, organizationsOf } from '../keys/key-permissions.ts';
import { type LeasedLicenseKey, LeaseLicenseKey } from './lease-license-key.ts';

/** What is carried back to the device: the lease, and the keys with which it is verified there. */
export interface LeaseFile extends LeasedLicenseKey {
  /** The public keys of the organization, signed by its root key. */
  readonly signedKeys: string;
}

/** Leases a key to a device that cannot ask for it: somebody else presents the file that it made. */
export class ActivateByFile extends Command<LeaseFile> {
  constructor(
    readonly actor: Actor,
    readonly id: string,
    /** The content of the request file. */
    readonly file: string,
  ) {
    super();
  }
}

@CommandHandler(ActivateByFile)
export class ActivateByFileHandler implements ICommandHandler<ActivateByFile> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly commands: CommandBus,
  ) {}

  async execute({ actor, id, file }: ActivateByFile): Promise<LeaseFile> {
    const within = organizationsOf(actor);
    const licenseKey = await this.licenseKeys.findSnapshot(id, within);
    assertCanSee(actor, licenseKey);
    const { organizationId, nonce, installation, deviceKey } = readActivationRequest(file);
    if (organizationId !== licenseKey.organizationId) throw fileForeign();
    const credentials = { organizationId, key: licenseKey.key, within };
    const lease = new LeaseLicenseKey(credentials, { activationId: null, installation, deviceKey }, nonce);
    const leased = await this.commands.execute(lease);
    const { signedKeys } = await this.commands.execute(new IssueKeySet(organizationId));
    return { ...leased, signedKeys };
  }
}
