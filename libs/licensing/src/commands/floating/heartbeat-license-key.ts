import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type KeyCredentials, presentedKey, usePresented } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** Renews the check-out of an activation of a presented key. */
export class HeartbeatLicenseKey extends Command<ActivationSnapshot> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
    /** Nothing is stored. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

type Asked = Pick<HeartbeatLicenseKey, 'credentials' | 'activationId' | 'isDryRun'>;

@CommandHandler(HeartbeatLicenseKey)
export class HeartbeatLicenseKeyHandler implements ICommandHandler<HeartbeatLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly typed: TypedKeys,
    private readonly clock: Clock,
  ) {}

  execute(command: HeartbeatLicenseKey): Promise<ActivationSnapshot> {
    return this.typed.run(command.credentials, (credentials) => this.heartbeat({ ...command, credentials }));
  }

  private heartbeat({ credentials, activationId, isDryRun }: Asked): Promise<ActivationSnapshot> {
    const now = this.clock.now();
    const which = { ...presentedKey(credentials, now), activationId };
    return this.licenseKeys[isDryRun ? 'preview' : 'change']<ActivationSnapshot>(which, (licenseKey) =>
      usePresented(
        licenseKey,
        credentials,
        { networks: this.networks, now, activationId },
        () => licenseKey.heartbeat(activationId, now).facts,
      ),
    );
  }
}
