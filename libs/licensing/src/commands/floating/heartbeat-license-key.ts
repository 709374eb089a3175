import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { PresentedKeys } from '../keys/presented-key.ts';
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

type Request = Pick<HeartbeatLicenseKey, 'credentials' | 'activationId' | 'isDryRun'>;

@CommandHandler(HeartbeatLicenseKey)
export class HeartbeatLicenseKeyHandler
  implements ICommandHandler<HeartbeatLicenseKey>, KeyOperation<Request, ActivationSnapshot>
{
  readonly countedAs = 'heartbeat';
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  execute({ credentials, activationId, isDryRun }: HeartbeatLicenseKey): Promise<ActivationSnapshot> {
    return this.keys.changeWithPresentedKey({ credentials, activationId, isDryRun }, this);
  }

  load({ activationId }: Request): NamedInstallation {
    return { activationId };
  }

  applyTo(licenseKey: PresentedLicenseKey, { activationId }: Request, now: Date): ActivationSnapshot {
    return licenseKey.heartbeat(activationId, now).facts;
  }
}
