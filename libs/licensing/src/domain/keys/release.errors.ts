import { ResourceNotFound } from '#kernel';
import type { ReleaseName } from '../checks/named-release.ts';

/** The key does not get the release that the application is, or there is no such release of its product. */
export class ReleaseNotIncluded extends ResourceNotFound {
  override readonly code = 'RELEASE_NOT_INCLUDED';

  /** `includedVersion`: the newest version that the key includes; undefined if it is not known, or there is none. */
  constructor(
    asked: ReleaseName,
    override readonly includedVersion: string | undefined,
  ) {
    const release = 'version' in asked ? `release ${asked.version}` : 'a release with this file';
    const instead = includedVersion === undefined ? '' : ` The newest one that it includes is ${includedVersion}.`;
    super(`License key does not include ${release}.${instead}`);
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}
