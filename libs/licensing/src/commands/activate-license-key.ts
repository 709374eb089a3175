import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../domain/activation.ts';
import type { Conditions } from '../domain/conditions.ts';
import type { LicenseKeySnapshot } from '../domain/license-key.types.ts';
import { ClientNetworks } from '../domain/client-networks.ts';
import { type EmbeddedCustomer, LicenseKeys } from '../domain/license-keys.ts';
import { maskSuccessor, type KeyCredentials, presentedKey, usePresented } from './presented-key.ts';

export interface ActivatedLicenseKey {
  readonly activation: ActivationSnapshot;
  readonly licenseKey: LicenseKeySnapshot;
  readonly customer: EmbeddedCustomer;
}

/** Activates a presented key on an installation. */
export class ActivateLicenseKey extends Command<ActivatedLicenseKey> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly installation: {
      readonly label: string;
      readonly conditions: Conditions;
      readonly meta: Conditions;
      readonly device: string | null;
    },
  ) {
    super();
  }
}

@CommandHandler(ActivateLicenseKey)
export class ActivateLicenseKeyHandler implements ICommandHandler<ActivateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
  ) {}

  execute({ credentials, installation }: ActivateLicenseKey): Promise<ActivatedLicenseKey> {
    const now = this.clock.now();
    const which = { ...presentedKey(credentials, now), device: installation.device };
    return this.licenseKeys.change<ActivatedLicenseKey>(which, (licenseKey, customer) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now }, () => ({
        activation: licenseKey.activate(installation, now).facts,
        licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
        customer,
      })),
    );
  }
}
