import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type KeyCredentials, PresentedKeys, withFallbacks } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** Deactivates an activation of a presented key. */
export class DeactivateLicenseKey extends Command<void> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly activationId: string,
    /** Nothing is stored. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

@CommandHandler(DeactivateLicenseKey)
export class DeactivateLicenseKeyHandler implements ICommandHandler<DeactivateLicenseKey> {
  constructor(
    private readonly keys: PresentedKeys,
    private readonly typed: TypedKeys,
  ) {}

  execute({ activationId, isDryRun, credentials }: DeactivateLicenseKey): Promise<void> {
    return withFallbacks(
      { credentials },
      (asked) =>
        this.keys.use(asked.credentials, { isDryRun, activationId, leases: true }, (licenseKey, now) =>
          licenseKey.deactivate(activationId, now),
        ),
      [this.typed.meantBy],
    );
  }
}
