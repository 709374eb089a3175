import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../domain/activation.ts';
import { ClientNetworks } from '../domain/client-networks.ts';
import { LicenseKeys } from '../domain/license-keys.ts';
import { type KeyCredentials, presentedKey, usePresented } from './presented-key.ts';

/** Renews the check-out of an activation of a presented key. */
export class HeartbeatLicenseKey extends Command<ActivationSnapshot> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
  ) {
    super();
  }
}

@CommandHandler(HeartbeatLicenseKey)
export class HeartbeatLicenseKeyHandler implements ICommandHandler<HeartbeatLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
  ) {}

  execute({ credentials, activationId }: HeartbeatLicenseKey): Promise<ActivationSnapshot> {
    const now = this.clock.now();
    return this.licenseKeys.change<ActivationSnapshot>({ ...presentedKey(credentials, now), activationId }, (licenseKey) =>
      usePresented(
        licenseKey,
        credentials,
        { networks: this.networks, now },
        () => licenseKey.heartbeat(activationId, now).facts,
      ),
    );
  }
}
