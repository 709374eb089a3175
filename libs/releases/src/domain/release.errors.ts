import { Conflict, NotPermitted, ResourceNotFound } from '#kernel';

export class VersionExists extends Conflict {
  constructor(version: string) {
    super(`The product has a release of the version ${version}, or of one that is equal to it.`);
  }
}

/** A release, or what becomes of it, does not allow it now. */
abstract class ReleaseConflict extends Conflict {
  override get error(): string {
    return 'ReleaseConflict';
  }
}

export class ReleaseNotDraft extends ReleaseConflict {
  constructor(status: 'published' | 'yanked') {
    super(`The release is ${status}: its version, channel and artifacts stay as they are.`);
  }
}

export class ReleaseNotPublished extends ReleaseConflict {
  constructor() {
    super('Only a published release can be yanked.');
  }
}

export class ReleaseWithoutArtifacts extends ReleaseConflict {
  constructor() {
    super('The release has no artifact yet.');
  }
}

export class ArtifactExists extends ReleaseConflict {
  constructor(name: string) {
    super(`The release has an artifact with the name ${name}.`);
  }
}

export class TooManyArtifacts extends ReleaseConflict {
  constructor(most: number) {
    super(`A release has at most ${most} artifacts.`);
  }
}

export class TooManyDownloadTokens extends Conflict {
  constructor(most: number) {
    super(`A license key has at most ${most} download tokens.`);
  }
}

/** The string of a license key was replaced, so that what is made with it would outlive it. */
export class LicenseKeyReplaced extends NotPermitted {
  constructor() {
    super('The license key was replaced by another one. Present that.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

/** Nobody has the download token, or it is one of another product. */
export class DownloadTokenUnknown extends ResourceNotFound {
  override readonly code = 'NOT_FOUND';

  constructor() {
    super('The download token does not exist.');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

/** The license key has no release that was asked for. */
export class NoRelease extends ResourceNotFound {
  constructor(detail = 'There is no release for the license key.') {
    super(detail);
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

const DETAILS = {
  updates_ended: 'The release is from after the update period of the license key.',
  version_too_old: 'The license key requires a newer version.',
  version_too_new: 'The license key does not include this version.',
  channel_not_included: 'The license key does not include the channel of the release.',
  entitlement_missing: 'The license key lacks an entitlement that the release requires.',
  license_not_valid: 'The license key is not valid.',
};

/** The license key does not include the release. */
export class ReleaseWithheld extends NotPermitted {
  constructor(reason: keyof typeof DETAILS) {
    super(DETAILS[reason]);
  }

  override get error(): string {
    return 'NotPermitted';
  }
}
