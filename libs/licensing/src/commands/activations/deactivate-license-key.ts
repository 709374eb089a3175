import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { LoadedFor } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { type DeactivationFile, fileForeign, readDeactivation } from '../../domain/leases/offline-files.ts';
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
    /** What the device signed to return its lease: the content of a deactivation file; null if it signed nothing. */
    readonly signed: string | null = null,
  ) {
    super();
  }
}

interface Request extends Pick<DeactivateLicenseKey, 'credentials' | 'activationId' | 'isDryRun'> {
  readonly returned: DeactivationFile | null;
}

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

  async execute({ credentials, activationId, isDryRun, signed }: DeactivateLicenseKey): Promise<void> {
    const returned = signed === null ? null : readDeactivation(signed);
    if (returned && !isAbout(returned, credentials, activationId)) throw fileForeign();
    return this.keys.changeWithPresentedKey({ credentials, activationId, isDryRun, returned }, this);
  }

  load({ activationId }: Request): NamedInstallation & { readonly to: 'deactivate' } {
    return { activationId, to: 'deactivate' };
  }

  applyTo(licenseKey: PresentedLicenseKey & LoadedFor<'deactivate'>, { activationId, returned }: Request, now: Date): void {
    if (!returned) return licenseKey.deactivate(activationId, now);
    if (returned.licenseKeyId !== licenseKey.id) throw fileForeign();
    licenseKey.deactivateSigned(returned, now);
  }
}

const isAbout = (
  returned: DeactivationFile,
  { organizationId }: Pick<KeyCredentials, 'organizationId'>,
  activationId: string,
): boolean => returned.organizationId === organizationId && returned.activationId === activationId;
