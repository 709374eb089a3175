import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { LoadedFor } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { PresentedKeys } from '../keys/presented-key.ts';
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

type Request = Pick<DeactivateLicenseKey, 'credentials' | 'activationId' | 'isDryRun'>;

@CommandHandler(DeactivateLicenseKey)
export class DeactivateLicenseKeyHandler
  implements ICommandHandler<DeactivateLicenseKey>, KeyOperation<Request, void, 'deactivate'>
{
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  execute({ credentials, activationId, isDryRun }: DeactivateLicenseKey): Promise<void> {
    return this.keys.changeWithPresentedKey({ credentials, activationId, isDryRun }, this);
  }

  load({ activationId }: Request): NamedInstallation & { readonly to: 'deactivate' } {
    return { activationId, to: 'deactivate' };
  }

  applyTo(licenseKey: PresentedLicenseKey & LoadedFor<'deactivate'>, { activationId }: Request, now: Date): void {
    licenseKey.deactivate(activationId, now);
  }
}
