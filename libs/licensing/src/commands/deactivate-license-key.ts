import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { LicenseKeys } from '../domain/license-keys.ts';
import type { KeyCredentials } from './presented-key.ts';

/** Deactivates an activation of a presented key. */
export class DeactivateLicenseKey extends Command<void> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
  ) {
    super();
  }
}

@CommandHandler(DeactivateLicenseKey)
export class DeactivateLicenseKeyHandler implements ICommandHandler<DeactivateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly clock: Clock,
  ) {}

  execute({ credentials, activationId }: DeactivateLicenseKey): Promise<void> {
    const now = this.clock.now();
    return this.licenseKeys.change({ ...credentials, at: now, activationId }, (licenseKey) =>
      licenseKey.deactivate(activationId, now),
    );
  }
}
