import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const releasesData: readonly OrganizationRows[] = [
  'releases.download_tokens',
  'releases.downloads',
  'releases.download_totals',
  'releases.image_blobs',
  'releases.artifacts',
  'releases.releases',
  'releases.repository_keys',
];
