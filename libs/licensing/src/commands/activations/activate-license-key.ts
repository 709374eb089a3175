import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { ActivationLimitReached, LicenseKeyClaimed, LicenseKeyNotClaimed } from '../../domain/keys/license-key.errors.ts';
import type { PresentedSnapshot } from '../../domain/keys/license-key-fields.ts';
import type { Installation } from '../../domain/keys/license-key.types.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { KeyActivity } from '../../domain/keys/key-activity.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { EmbeddedCustomer } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Standing } from '../../domain/keys/standing.ts';
import { ClaimLicenseKey } from '../batches/claim-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { maskSuccessor, PresentedKeys } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

export interface ActivatedLicenseKey {
  readonly activation: ActivationSnapshot;
  readonly licenseKey: PresentedSnapshot;
  readonly customer: EmbeddedCustomer;
  readonly standing: Standing;
}

/** Activates a presented key on an installation. */
export class ActivateLicenseKey extends Command<ActivatedLicenseKey> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly installation: Installation,
    /** Nothing is stored. */
    readonly isDryRun = false,
    /** What the application says about the device. */
    readonly description: DeviceDescription | null = null,
    /** Whose license key a string becomes that nobody has claimed. */
    readonly claimEmail: string | null = null,
  ) {
    super();
  }
}

interface Request extends Pick<ActivateLicenseKey, 'credentials' | 'installation' | 'isDryRun' | 'claimEmail'> {
  /** Whether leases that are over give their slots back first. */
  readonly takesSlotOfLease?: boolean;
}

@CommandHandler(ActivateLicenseKey)
export class ActivateLicenseKeyHandler
  implements ICommandHandler<ActivateLicenseKey>, KeyOperation<Request, ActivatedLicenseKey, SlotTaking>
{
  readonly countedAs = 'activate';
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    private readonly digests: DeviceDigests,
    typed: TypedKeys,
    private readonly activity: KeyActivity,
    private readonly clock: Clock,
    commands: CommandBus,
  ) {
    this.fallbacks = [typed.meantBy, claims(commands), slotsOfLeases];
  }

  async execute({
    credentials,
    installation,
    isDryRun,
    description,
    claimEmail,
  }: ActivateLicenseKey): Promise<ActivatedLicenseKey> {
    const { organizationId } = credentials;
    const described = description && this.digests.describe(organizationId, description);
    const request = {
      credentials,
      isDryRun,
      claimEmail,
      installation: described ? { ...installation, described } : installation,
    };
    const activated = await this.keys.changeWithPresentedKey(request, this);
    if (!isDryRun) {
      const { benefitId } = activated.licenseKey;
      const version = installation.application?.version ?? null;
      this.activity.count({ organizationId, kind: 'activations', benefitId, version }, this.clock.now(organizationId));
    }
    return activated;
  }

  load({ installation, takesSlotOfLease }: Request): NamedInstallation & { readonly to: SlotTaking } {
    const { device, described } = installation;
    return { device, described, to: takesSlotOfLease ? 'activateInSlotOfLease' : 'activate' };
  }

  applyTo(licenseKey: PresentedLicenseKey, { installation, credentials }: Request, now: Date): ActivatedLicenseKey {
    return {
      activation: licenseKey.activate(installation, now).facts,
      licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
      customer: licenseKey.embeddedCustomer,
      standing: licenseKey.standingAt(now),
    };
  }
}

type SlotTaking = 'activate' | 'activateInSlotOfLease';

/** Leases that are over may have left slots. They are looked at only if there is no other. */
const slotsOfLeases: Fallback<Request> = async (refusal, request) =>
  refusal instanceof ActivationLimitReached ? [{ ...request, takesSlotOfLease: true }] : [];

/** A string that nobody has claimed becomes the license key of the address that the request names. */
const claims =
  (commands: CommandBus): Fallback<Request> =>
  async (refusal, request) => {
    const { claimEmail: email, credentials, isDryRun } = request;
    if (!(refusal instanceof LicenseKeyNotClaimed) || email === null || isDryRun) return [];
    await commands
      .execute(new ClaimLicenseKey(credentials.organizationId, credentials.key, { email }))
      .catch((error: unknown) => {
        if (!(error instanceof LicenseKeyClaimed)) throw error;
      });
    return [request];
  };
