import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { ActivationLimitReached } from '../../domain/keys/license-key.errors.ts';
import type { Installation, LicenseKeySnapshot } from '../../domain/keys/license-key.types.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { KeyActivity } from '../../domain/keys/key-activity.ts';
import type { EmbeddedCustomer } from '../../domain/keys/license-keys.ts';
import { type Fallback, maskSuccessor, type KeyCredentials, PresentedKeys } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

export interface ActivatedLicenseKey {
  readonly activation: ActivationSnapshot;
  readonly licenseKey: LicenseKeySnapshot;
  readonly customer: EmbeddedCustomer;
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
  ) {
    super();
  }
}

interface Asked extends Pick<ActivateLicenseKey, 'credentials' | 'installation' | 'isDryRun' | 'description'> {
  /** Whether leases that are over give their slots back first. */
  readonly leases?: boolean;
}

@CommandHandler(ActivateLicenseKey)
export class ActivateLicenseKeyHandler implements ICommandHandler<ActivateLicenseKey> {
  private readonly fallbacks: readonly Fallback<Asked>[];

  constructor(
    private readonly keys: PresentedKeys,
    private readonly digests: DeviceDigests,
    typed: TypedKeys,
    private readonly activity: KeyActivity,
    private readonly clock: Clock,
  ) {
    this.fallbacks = [typed.meantBy, slotsOfLeases];
  }

  async execute(command: ActivateLicenseKey): Promise<ActivatedLicenseKey> {
    const activated = await this.keys.attempt<Asked, ActivatedLicenseKey>(
      'activate',
      command,
      (asked) => this.activate(asked),
      this.fallbacks,
    );
    const { organizationId } = command.credentials;
    if (!command.isDryRun) this.activity.count(organizationId, 'activations', this.clock.now(organizationId));
    return activated;
  }

  private activate({ credentials, isDryRun, description, installation, leases }: Asked): Promise<ActivatedLicenseKey> {
    const described = description && this.digests.describe(credentials.organizationId, description);
    const { device } = installation;
    return this.keys.use(
      credentials,
      { isDryRun, device, describesDevice: described !== null, leases, checksOut: true },
      (licenseKey, now, customer) => ({
        activation: licenseKey.activate(described ? { ...installation, described } : installation, now).facts,
        licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
        customer,
      }),
    );
  }
}

/** Leases that are over may have left slots. They are looked at only if there is no other. */
const slotsOfLeases: Fallback<Asked> = async (refusal, asked) =>
  refusal instanceof ActivationLimitReached ? [{ ...asked, leases: true }] : [];
