import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { ActivationLimitReached } from '../../domain/keys/license-key.errors.ts';
import type { Installation, LicenseKeySnapshot } from '../../domain/keys/license-key.types.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { KeyActivity } from '../../domain/keys/key-activity.ts';
import { type EmbeddedCustomer, LicenseKeys } from '../../domain/keys/license-keys.ts';
import { maskSuccessor, type KeyCredentials, presentedKey, usePresented } from '../keys/presented-key.ts';
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

type Asked = Pick<ActivateLicenseKey, 'credentials' | 'installation' | 'isDryRun' | 'description'>;

@CommandHandler(ActivateLicenseKey)
export class ActivateLicenseKeyHandler implements ICommandHandler<ActivateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly digests: DeviceDigests,
    private readonly typed: TypedKeys,
    private readonly activity: KeyActivity,
    private readonly clock: Clock,
  ) {}

  async execute(command: ActivateLicenseKey): Promise<ActivatedLicenseKey> {
    const { credentials: given, isDryRun } = command;
    const activated = await this.typed.run(given, (credentials) => this.activateOnce({ ...command, credentials }));
    if (!isDryRun) this.activity.count(given.organizationId, 'activations', this.clock.now(given.organizationId));
    return activated;
  }

  /** Leases that are over may have left slots. They are looked at only if there is no other. */
  private async activateOnce(asked: Asked): Promise<ActivatedLicenseKey> {
    try {
      return await this.activate(asked, false);
    } catch (error) {
      if (!(error instanceof ActivationLimitReached)) throw error;
      return this.activate(asked, true);
    }
  }

  private activate({ credentials, isDryRun, description, ...asked }: Asked, leases: boolean): Promise<ActivatedLicenseKey> {
    const now = this.clock.now();
    const described = description && this.digests.describe(credentials.organizationId, description);
    const installation = described ? { ...asked.installation, described } : asked.installation;
    const { device } = installation;
    const which = { ...presentedKey(credentials, now), device, describesDevice: described !== null, leases, checksOut: true };
    return this.licenseKeys[isDryRun ? 'preview' : 'change']<ActivatedLicenseKey>(which, (licenseKey, customer) =>
      usePresented(licenseKey, credentials, { networks: this.networks, now, device }, () => ({
        activation: licenseKey.activate(installation, now).facts,
        licenseKey: maskSuccessor(licenseKey.snapshot, credentials),
        customer,
      })),
    );
  }
}
