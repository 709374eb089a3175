import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationFacts } from '../domain/activation.ts';
import type { Conditions } from '../domain/conditions.ts';
import type { LicenseKeyFacts } from '../domain/license-key-facts.ts';
import { LicenseKeys } from '../domain/license-keys.ts';
import { asPresented, type Presenter } from './presented-key.ts';

export interface ActivatedLicenseKey {
  readonly activation: ActivationFacts;
  readonly licenseKey: LicenseKeyFacts;
}

export class ActivateLicenseKey extends Command<ActivatedLicenseKey> {
  constructor(
    readonly presenter: Presenter,
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

  execute({ presenter, installation }: ActivateLicenseKey): Promise<ActivatedLicenseKey> {
    const now = this.clock.now();
    return this.licenseKeys.change({ ...presenter, at: now, device: installation.device }, (licenseKey) => ({
      activation: licenseKey.activate(installation, now).facts,
      licenseKey: asPresented(licenseKey.facts, presenter),
    }));
  }
}
