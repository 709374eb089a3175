import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../domain/activation.ts';
import type { Conditions } from '../domain/conditions.ts';
import type { LicenseKeySnapshot } from '../domain/license-key.types.ts';
import { ClientNetworks } from '../domain/client-networks.ts';
import { LicenseKeys } from '../domain/license-keys.ts';
import { maskSuccessor, type KeyCredentials, presentedKey, usePresented } from './presented-key.ts';

export interface ValidatedLicenseKey {
  readonly licenseKey: LicenseKeySnapshot;
  readonly activation: ActivationSnapshot | null;
}

/** Validates a presented key and counts the validation. */
export class ValidateLicenseKey extends Command<ValidatedLicenseKey> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly input: {
      readonly activationId: string | null;
      readonly conditions: Conditions;
      readonly benefitId: string | null;
      readonly customerId: string | null;
      readonly incrementUsage: number;
    },
  ) {
    super();
  }
}

@CommandHandler(ValidateLicenseKey)
export class ValidateLicenseKeyHandler implements ICommandHandler<ValidateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
  ) {}

  execute({ credentials, input }: ValidateLicenseKey): Promise<ValidatedLicenseKey> {
    const now = this.clock.now();
    const which = { ...presentedKey(credentials, now), activationId: input.activationId };
    return this.licenseKeys.change<ValidatedLicenseKey>(which, (licenseKey) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now }, () => {
        const activation = licenseKey.validate(input, now);
        return { licenseKey: maskSuccessor(licenseKey.snapshot, credentials), activation: activation && activation.facts };
      }),
    );
  }
}
