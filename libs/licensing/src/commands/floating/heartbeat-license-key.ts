import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import { type KeyCredentials, PresentedKeys } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** Renews the check-out of an activation of a presented key. */
export class HeartbeatLicenseKey extends Command<ActivationSnapshot> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
    /** Nothing is stored. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

@CommandHandler(HeartbeatLicenseKey)
export class HeartbeatLicenseKeyHandler implements ICommandHandler<HeartbeatLicenseKey> {
  constructor(
    private readonly keys: PresentedKeys,
    private readonly typed: TypedKeys,
  ) {}

  execute({ credentials, activationId, isDryRun }: HeartbeatLicenseKey): Promise<ActivationSnapshot> {
    return this.keys.attempt(
      'heartbeat',
      { credentials, isDryRun },
      (asked) =>
        this.keys.use(
          asked.credentials,
          { isDryRun, activationId },
          (licenseKey, now) => licenseKey.heartbeat(activationId, now).facts,
        ),
      [this.typed.meantBy],
    );
  }
}
