import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { CustomerMismatch } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKeySnapshot, ValidationInput } from '../../domain/keys/license-key.types.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { KeyActivity } from '../../domain/keys/key-activity.ts';
import type { EmbeddedCustomer } from '../../domain/keys/license-keys.ts';
import { graceUntil } from '../../domain/policy/expiry-policy.ts';
import { areMerged } from './merged-customers.ts';
import { type Fallback, maskSuccessor, type KeyCredentials, PresentedKeys } from './presented-key.ts';
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
  private readonly fallbacks: readonly Fallback<Asked>[];

  constructor(
    private readonly keys: PresentedKeys,
    private readonly digests: DeviceDigests,
    typed: TypedKeys,
    queries: QueryBus,
    private readonly activity: KeyActivity,
    private readonly clock: Clock,
  ) {
    this.fallbacks = [typed.meantBy, customerBeforeMerge(queries)];
  }

  async execute(command: ValidateLicenseKey): Promise<ValidatedLicenseKey> {
    const validated = await this.keys.attempt<Asked, ValidatedLicenseKey>(
      'validate',
      command,
      (asked) => this.validate(asked),
      this.fallbacks,
    );
    const { organizationId } = command.credentials;
    if (!command.isDryRun) this.activity.count(organizationId, 'validations', this.clock.now(organizationId));
    return validated;
  }

  private validate({ credentials, isDryRun, description, input }: Asked): Promise<ValidatedLicenseKey> {
    const described = description && this.digests.describe(credentials.organizationId, description);
    const { activationId } = input;
    return this.keys.use(
      credentials,
      { isDryRun, activationId, describesDevice: described !== null },
      (licenseKey, now, customer) => {
        const activation = licenseKey.validate(described ? { ...input, described } : input, now);
        return {
          licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
          activation: activation && activation.facts,
          customer,
          graceUntil: graceUntil(licenseKey, now),
        };
      },
    );
  }
}

/** Applications may know a customer by the id that it had before it was merged, and a key may not have followed yet. */
const customerBeforeMerge =
  (queries: QueryBus): Fallback<Asked> =>
  async (refusal, asked) => {
    const { customerId } = asked.input;
    const isMerged = refusal instanceof CustomerMismatch && (await areMerged(queries, refusal.customerId, customerId!));
    return isMerged ? [{ ...asked, input: { ...asked.input, customerId: null } }] : [];
  };
