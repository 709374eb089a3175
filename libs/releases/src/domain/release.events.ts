import { DomainEvent } from '#kernel';

type AboutRelease = { readonly product_id: string; readonly version: string; readonly channel: string };

/** A release is offered to license keys from now on. */
export class ReleasePublished extends DomainEvent<'release.published', AboutRelease> {
  readonly name = 'release.published';

  constructor(organizationId: string, releaseId: string, at: Date, payload: AboutRelease) {
    super(organizationId, releaseId, at, payload);
  }
}

/** A release is offered to nobody any more. Who names its version still gets it. */
export class ReleaseYanked extends DomainEvent<'release.yanked', AboutRelease & { readonly reason: string | null }> {
  readonly name = 'release.yanked';

  constructor(organizationId: string, releaseId: string, at: Date, payload: AboutRelease & { readonly reason: string | null }) {
    super(organizationId, releaseId, at, payload);
  }
}

type AboutArtifact = {
  readonly release_id: string;
  readonly file_id: string;
  readonly file_name: string;
  readonly size: number;
  readonly sha256: string;
};

/** A release has another artifact. */
export class ArtifactUploaded extends DomainEvent<'artifact.uploaded', AboutArtifact> {
  readonly name = 'artifact.uploaded';

  constructor(organizationId: string, artifactId: string, at: Date, payload: AboutArtifact) {
    super(organizationId, artifactId, at, payload);
  }
}
