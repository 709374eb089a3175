import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { CheckReleases, type IncludedReleases } from '../../contract/index.ts';
import { refusalsOfReleases } from '../../domain/checks/included-releases.ts';
import { LicenseKeys, type NamedInstallation } from '../../domain/keys/license-keys.ts';
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
    private readonly licenseKeys: LicenseKeys,
    private readonly clock: Clock,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  execute({ presented, releases }: CheckReleases): Promise<IncludedReleases> {
    if ('licenseKeyId' in presented) {
      const { organizationId, licenseKeyId: id } = presented;
      const now = this.clock.now(organizationId);
      return this.licenseKeys.preview({ id, within: [organizationId] }, (key) => ({
        ...included(key, releases, now),
        isReplaced: false,
      }));
    }
    return this.keys.changeWithPresentedKey({ credentials: presented, isDryRun: true, releases }, this);
  }

  load(): NamedInstallation {
    return {};
  }

  applyTo(key: PresentedLicenseKey, { credentials, releases }: Request, now: Date): IncludedReleases {
    return { ...included(key, releases, now), isReplaced: key.snapshot.key !== credentials.key };
  }
}

const included = (key: PresentedLicenseKey, releases: CheckReleases['releases'], now: Date) => ({
  licenseKeyId: key.id,
  benefitId: key.benefitId,
  flags: key.snapshot.entitlements ?? [],
  refusals: refusalsOfReleases(key, releases, now),
});
