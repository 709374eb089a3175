import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindOfferedBenefits } from '#catalog/contract';
import { Clock } from '#kernel';
import { type AskedRelease, FindReleases } from '../../needs/index.ts';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { CustomerMismatch } from '../../domain/keys/license-key.errors.ts';
import type { PresentedSnapshot } from '../../domain/keys/license-key-fields.ts';
import type { ValidationInput } from '../../domain/keys/license-key.types.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { KeyActivity } from '../../domain/keys/key-activity.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { EmbeddedCustomer } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Standing } from '../../domain/keys/standing.ts';
import { graceUntil } from '../../domain/policy/expiry-policy.ts';
import { areMerged } from './merged-customers.ts';
import type { Fallback, KeyCredentials, KeyOperation } from './key-operation.ts';
import { maskSuccessor, PresentedKeys } from './presented-key.ts';
import { TypedKeys } from './typed-key.ts';

export interface ValidatedLicenseKey {
  readonly licenseKey: PresentedSnapshot;
  readonly activation: ActivationSnapshot | null;
  readonly customer: EmbeddedCustomer;
  /** Null unless the key has expired and is in its grace. */
  readonly graceUntil: Date | null;
  readonly standing: Standing;
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
    /** The product from which the key has to come. */
    readonly productId: string | null = null,
    /** The release that the key has to include. */
    readonly release: AskedRelease | null = null,
  ) {
    super();
  }
}

type Request = Pick<ValidateLicenseKey, 'credentials' | 'input' | 'isDryRun'>;

@CommandHandler(ValidateLicenseKey)
export class ValidateLicenseKeyHandler
  implements ICommandHandler<ValidateLicenseKey>, KeyOperation<Request, ValidatedLicenseKey>
{
  readonly countedAs = 'validate';
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    private readonly digests: DeviceDigests,
    typed: TypedKeys,
    private readonly queries: QueryBus,
    private readonly activity: KeyActivity,
    private readonly clock: Clock,
  ) {
    this.fallbacks = [typed.meantBy, customerBeforeMerge(queries)];
  }

  async execute({
    credentials,
    input,
    isDryRun,
    description,
    productId,
    release,
  }: ValidateLicenseKey): Promise<ValidatedLicenseKey> {
    const { organizationId } = credentials;
    const described = description && this.digests.describe(organizationId, description);
    const ofProduct = productId === null ? {} : { benefitsOfProduct: await this.benefitsOf(productId) };
    const named = release && {
      asked: release,
      ...(await this.queries.execute(new FindReleases(organizationId, release, productId))),
    };
    const request = {
      credentials,
      isDryRun,
      input: described || productId !== null || named ? { ...input, described, ...ofProduct, release: named } : input,
    };
    const validated = await this.keys.changeWithPresentedKey(request, this);
    if (!isDryRun) {
      const { benefitId } = validated.licenseKey;
      const version = input.application?.version ?? null;
      this.activity.count({ organizationId, kind: 'validations', benefitId, version }, this.clock.now(organizationId));
    }
    return validated;
  }

  /** Also those that the product brought before. */
  private async benefitsOf(productId: string): Promise<readonly string[]> {
    const offered = await this.queries.execute(new FindOfferedBenefits([productId]));
    return (offered.get(productId) ?? []).map(({ benefit }) => benefit.id);
  }

  load({ input: { activationId, described } }: Request): NamedInstallation {
    return { activationId, described };
  }

  applyTo(licenseKey: PresentedLicenseKey, { input, credentials }: Request, now: Date): ValidatedLicenseKey {
    const activation = licenseKey.validate(input, now);
    return {
      licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
      activation: activation && activation.facts,
      customer: licenseKey.embeddedCustomer,
      graceUntil: graceUntil(licenseKey, now),
      standing: licenseKey.standingAt(now),
    };
  }
}

/** Applications may know a customer by the id that it had before it was merged, and a key may not have followed yet. */
const customerBeforeMerge =
  (queries: QueryBus): Fallback<Request> =>
  async (refusal, request) => {
    const { customerId } = request.input;
    const isMerged = refusal instanceof CustomerMismatch && (await areMerged(queries, refusal.customerId, customerId!));
    return isMerged ? [{ ...request, input: { ...request.input, customerId: null } }] : [];
  };
