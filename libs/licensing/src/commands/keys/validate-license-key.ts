import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { CustomerMismatch } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKeySnapshot, ValidationInput } from '../../domain/keys/license-key.types.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { KeyActivity } from '../../domain/keys/key-activity.ts';
import { type EmbeddedCustomer, LicenseKeys } from '../../domain/keys/license-keys.ts';
import { graceUntil } from '../../domain/policy/expiry-policy.ts';
import { areMerged } from './merged-customers.ts';
import { maskSuccessor, type KeyCredentials, presentedKey, usePresented } from './presented-key.ts';
import { TypedKeys } from './typed-key.ts';

export interface ValidatedLicenseKey {
  readonly licenseKey: LicenseKeySnapshot;
  readonly activation: ActivationSnapshot | null;
  readonly customer: EmbeddedCustomer;
  /** Null unless the key has expired and is in its grace. */
  readonly graceUntil: Date | null;
}

/** Validates a presented key and counts the validation. */
export class ValidateLicenseKey extends Command<ValidatedLicenseKey> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly input: ValidationInput,
    /** Nothing is stored. */
    readonly isDryRun = false,
    /** What the application says about the device. */
    readonly description: DeviceDescription | null = null,
  ) {
    super();
  }
}

type Asked = Pick<ValidateLicenseKey, 'credentials' | 'input' | 'isDryRun' | 'description'>;

@CommandHandler(ValidateLicenseKey)
export class ValidateLicenseKeyHandler implements ICommandHandler<ValidateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly digests: DeviceDigests,
    private readonly queries: QueryBus,
    private readonly typed: TypedKeys,
    private readonly activity: KeyActivity,
    private readonly clock: Clock,
  ) {}

  async execute(command: ValidateLicenseKey): Promise<ValidatedLicenseKey> {
    const { credentials: given, isDryRun } = command;
    const validated = await this.typed.run(given, (credentials) => this.validateFor({ ...command, credentials }));
    if (!isDryRun) this.activity.count(given.organizationId, 'validations', this.clock.now(given.organizationId));
    return validated;
  }

  /** Applications may know a customer by the id that it had before it was merged, and a key may not have followed yet. */
  private async validateFor(asked: Asked): Promise<ValidatedLicenseKey> {
    const { input } = asked;
    try {
      return await this.validate(asked, input);
    } catch (error) {
      if (!(error instanceof CustomerMismatch) || !(await areMerged(this.queries, error.customerId, input.customerId!)))
        throw error;
      return this.validate(asked, { ...input, customerId: null });
    }
  }

  private validate({ credentials, isDryRun, description }: Asked, given: Asked['input']): Promise<ValidatedLicenseKey> {
    const now = this.clock.now();
    const described = description && this.digests.describe(credentials.organizationId, description);
    const input = described ? { ...given, described } : given;
    const { activationId } = input;
    const which = { ...presentedKey(credentials, now), activationId, describesDevice: described !== null };
    return this.licenseKeys[isDryRun ? 'preview' : 'change']<ValidatedLicenseKey>(which, (licenseKey, customer) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now, activationId }, () => {
        const activation = licenseKey.validate(input, now);
        return {
          licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
          activation: activation && activation.facts,
          customer,
          graceUntil: graceUntil(licenseKey, now),
        };
      }),
    );
  }
}
