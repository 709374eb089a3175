import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type KeyCredentials, presentedKey, usePresented } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** Deactivates an activation of a presented key. */
export class DeactivateLicenseKey extends Command<void> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
    /** Nothing is stored. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

type Asked = Pick<DeactivateLicenseKey, 'credentials' | 'activationId' | 'isDryRun'>;

@CommandHandler(DeactivateLicenseKey)
export class DeactivateLicenseKeyHandler implements ICommandHandler<DeactivateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly typed: TypedKeys,
    private readonly clock: Clock,
  ) {}

  execute(command: DeactivateLicenseKey): Promise<void> {
    return this.typed.run(command.credentials, (credentials) => this.deactivate({ ...command, credentials }));
  }

  private deactivate({ credentials, activationId, isDryRun }: Asked): Promise<void> {
    const now = this.clock.now();
    const which = { ...presentedKey(credentials, now), activationId, leases: true };
    return this.licenseKeys[isDryRun ? 'preview' : 'change']<void>(which, (licenseKey) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now, activationId }, () =>
        licenseKey.deactivate(activationId, now),
      ),
    );
  }
}
