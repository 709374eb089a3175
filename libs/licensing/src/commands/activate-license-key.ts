import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../domain/activation.ts';
import type { Conditions } from '../domain/conditions.ts';
import type { LicenseKeySnapshot } from '../domain/license-key.types.ts';
import { LicenseKeys } from '../domain/license-keys.ts';
import { maskSuccessor, type KeyCredentials } from './presented-key.ts';

export interface ActivatedLicenseKey {
  readonly activation: ActivationSnapshot;
  readonly licenseKey: LicenseKeySnapshot;
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
    private readonly clock: Clock,
  ) {}

  execute({ credentials, installation }: ActivateLicenseKey): Promise<ActivatedLicenseKey> {
    const now = this.clock.now();
    return this.licenseKeys.change({ ...credentials, at: now, device: installation.device }, (licenseKey) => ({
      activation: licenseKey.activate(installation, now).facts,
      licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
    }));
  }
}
