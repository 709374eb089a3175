import type { Architecture, ArtifactKind, ArtifactState, Platform } from './artifact.ts';
import type { ImageBlob } from './package-reader.ts';
import type { Channel } from './channels.ts';
import type { ReleaseState } from './release.ts';

/** Selects releases of a product. What is left out does not matter. */
export interface WantedReleases {
  readonly organizationId: string;
  readonly productId: string;
  readonly channels?: readonly Channel[] | undefined;
  /** Only the release of this version. It is found yanked only with `withYanked`. */
  readonly version?: string | undefined;
  /** Only the release with this artifact, and only the artifact of it. */
  readonly artifactId?: string | undefined;
  /** With an artifact for the platform, for the architecture, and of one of the kinds. Others are left out. */
  readonly platform?: Platform | undefined;
  readonly architecture?: Architecture | undefined;
  readonly kinds?: readonly ArtifactKind[] | undefined;
  /** With an artifact that has the blob of this digest. */
  readonly blob?: string | undefined;
  readonly withYanked?: boolean | undefined;
  readonly limit: number;
  /** Only those whose `versionOrder` is less. */
  readonly before?: string | undefined;
}

/** A release that was published, with its artifacts. */
export interface PublishedRelease {
  readonly release: Readonly<ReleaseState> & { readonly publishedAt: Date };
  readonly artifacts: readonly Readonly<ArtifactState>[];
}

export interface WhichBlob {
  readonly organizationId: string;
  readonly artifactId: string;
  readonly digest: string;
}

/** What has been published, as it is offered. */
export abstract class PublishedReleases {
  /** The newest versions first. */
  abstract find(wanted: WantedReleases): Promise<readonly PublishedRelease[]>;

  abstract findBlob(which: WhichBlob): Promise<ImageBlob | null>;
}
