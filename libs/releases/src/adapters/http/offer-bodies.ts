import type { Offer } from '../../commands/offer-newest-release.ts';

type Published = NonNullable<Offer['offered']>;
export type OfferedArtifact = Published['artifacts'][number];
export type OfferedRelease = Published['release'];

/** What addresses in an answer begin with, and the download token that they have if the request had one in its own. */
export interface Place {
  readonly baseUrl: string;
  readonly token?: string | undefined;
}

/** Where a file of a release is. Updaters replace the version in it to find the file of another one. */
export const fileUrl = ({ baseUrl, token }: Place, { productId, version }: OfferedRelease, name: string): string =>
  `${baseUrl}/releases/${productId}${token === undefined ? '' : `/token/${token}`}/files/${encodeURIComponent(version)}/${encodeURIComponent(name)}`;

const toArtifact = (baseUrl: string, release: OfferedRelease) => (artifact: OfferedArtifact) => ({
  id: artifact.id,
  describes: artifact.describes,
  name: artifact.name,
  platform: artifact.platform,
  architecture: artifact.architecture,
  kind: artifact.kind,
  size: artifact.size,
  sha256: artifact.sha256,
  sha512: artifact.sha512,
  signature: artifact.signature,
  url: fileUrl({ baseUrl }, release, artifact.name),
});

/** What the newest release is, for applications. */
export const latestBody = ({ offered, withheld }: Offer, baseUrl: string) => ({
  release: offered && {
    id: offered.release.id,
    version: offered.release.version,
    channel: offered.release.channel,
    notes: offered.release.notes,
    published_at: offered.release.publishedAt.toISOString(),
    artifacts: offered.artifacts.map(toArtifact(baseUrl, offered.release)),
  },
  withheld: withheld && {
    version: withheld.release.version,
    published_at: withheld.release.publishedAt.toISOString(),
    reason: withheld.reason,
  },
});
