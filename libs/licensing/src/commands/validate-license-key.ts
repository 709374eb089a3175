import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../domain/activation.ts';
import type { Conditions } from '../domain/conditions.ts';
import { CustomerMismatch } from '../domain/license-key.errors.ts';
import type { LicenseKeySnapshot } from '../domain/license-key.types.ts';
import { ClientNetworks } from '../domain/client-networks.ts';
import { type EmbeddedCustomer, LicenseKeys } from '../domain/license-keys.ts';
import { maskSuccessor, type KeyCredentials, presentedKey, usePresented } from './presented-key.ts';
import { withTypedKey } from './typed-key.ts';

export interface ValidatedLicenseKey {
  readonly licenseKey: LicenseKeySnapshot;
  readonly activation: ActivationSnapshot | null;
  readonly customer: EmbeddedCustomer;
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
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  execute({ credentials, input }: ValidateLicenseKey): Promise<ValidatedLicenseKey> {
    return withTypedKey(this.queries, credentials, (found) => this.validateFor(found, input));
  }

  private async validateFor(credentials: KeyCredentials, input: ValidateLicenseKey['input']): Promise<ValidatedLicenseKey> {
    try {
      return await this.validate(credentials, input);
    } catch (error) {
      if (!(error instanceof CustomerMismatch) || !(await this.areMerged(error.customerId, input.customerId!))) throw error;
      return this.validate(credentials, { ...input, customerId: null });
    }
  }

  private validate(credentials: KeyCredentials, input: ValidateLicenseKey['input']): Promise<ValidatedLicenseKey> {
    const now = this.clock.now();
    const which = { ...presentedKey(credentials, now), activationId: input.activationId };
    return this.licenseKeys.change<ValidatedLicenseKey>(which, (licenseKey, customer) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now }, () => {
        const activation = licenseKey.validate(input, now);
        return {
          licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
          activation: activation && activation.facts,
          customer,
        };
      }),
    );
  }

  /** Applications may know a customer by the id that it had before it was merged, and a key may not have followed yet. */
  private async areMerged(some: string, other: string): Promise<boolean> {
    const found = await this.queries.execute(new IdentifyCustomers([some, other]));
    return found.length === 2 && new Set(found.map(({ id, merged_into }) => merged_into ?? id)).size === 1;
  }
}
