import type { OwnRelease } from '../../commands/list-own-releases.ts';
import type { OwnReleaseView } from '../../queries/own-release.view.ts';

/** A release for the owner of a license key, with signed URLs if the license key includes it. */
export const ownReleaseBody = ({ release, artifacts, withheld, productName, downloads }: OwnRelease): OwnReleaseView => ({
  id: release.id,
  product_id: release.productId,
  product_name: productName,
  version: release.version,
  channel: release.channel,
  notes: { ...release.notes },
  published_at: release.publishedAt,
  withheld,
  artifacts: artifacts.map(({ id, describes, name, platform, architecture, kind, size, sha256, sha512, signature }) => ({
    id,
    describes,
    name,
    platform,
    architecture,
    kind,
    size,
    sha256,
    sha512,
    signature,
    download: downloads.get(id) ?? null,
  })),
});
