import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { ClientNetworks } from '../domain/client-networks.ts';
import { LicenseKeys } from '../domain/license-keys.ts';
import { type KeyCredentials, presentedKey, usePresented } from './presented-key.ts';
import { withTypedKey } from './typed-key.ts';

/** Deactivates an activation of a presented key. */
export class DeactivateLicenseKey extends Command<void> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
  ) {
    super();
  }
}

@CommandHandler(DeactivateLicenseKey)
export class DeactivateLicenseKeyHandler implements ICommandHandler<DeactivateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  execute({ credentials, activationId }: DeactivateLicenseKey): Promise<void> {
    return withTypedKey(this.queries, credentials, (found) => this.deactivate(found, activationId));
  }

  private deactivate(credentials: KeyCredentials, activationId: string): Promise<void> {
    const now = this.clock.now();
    return this.licenseKeys.change<void>({ ...presentedKey(credentials, now), activationId, leases: true }, (licenseKey) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now }, () => licenseKey.deactivate(activationId, now)),
    );
  }
}
