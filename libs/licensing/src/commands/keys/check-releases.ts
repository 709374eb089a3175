import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CheckReleases, type IncludedReleases } from '../../contract/index.ts';
import { refusalsOfReleases } from '../../domain/checks/included-releases.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from './key-operation.ts';
import { PresentedKeys } from './presented-key.ts';
import { TypedKeys } from './typed-key.ts';

interface Request {
  readonly credentials: KeyCredentials;
  readonly isDryRun: true;
  readonly releases: CheckReleases['releases'];
}

@CommandHandler(CheckReleases)
export class CheckReleasesHandler implements ICommandHandler<CheckReleases>, KeyOperation<Request, IncludedReleases> {
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  execute({ presented, releases }: CheckReleases): Promise<IncludedReleases> {
    return this.keys.changeWithPresentedKey({ credentials: presented, isDryRun: true, releases }, this);
  }

  load(): NamedInstallation {
    return {};
  }

  applyTo(key: PresentedLicenseKey, { releases }: Request, now: Date): IncludedReleases {
    return {
      licenseKeyId: key.id,
      benefitId: key.benefitId,
      flags: key.snapshot.entitlements ?? [],
      refusals: refusalsOfReleases(key, releases, now),
    };
  }
}
