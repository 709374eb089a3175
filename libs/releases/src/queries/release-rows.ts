import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { ReleasesTables } from '../adapters/persistence/release.mapping.ts';
import type { ReleaseView } from './release.view.ts';

const COLUMNS = [
  'r.created_at',
  'r.modified_at',
  'r.id',
  'r.organization_id',
  'r.product_id',
  'r.version',
  'r.version_scheme',
  'r.channel',
  'r.notes',
  'r.status',
  'r.required_benefit_ids',
  'r.rollout_percentage',
  'r.published_at',
  'r.yanked_at',
  'r.yank_reason',
] as const;

const ARTIFACTS = sql<number>`(select count(*) from releases.artifacts a where a.organization_id = r.organization_id and a.release_id = r.id)`;

/** The releases of these organizations. */
export const releasesOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<ReleasesTables>(em).selectFrom('releases.releases as r').where(anyOf('r.organization_id', organizations));

/** With how many artifacts they have, and how often they were downloaded. */
export const withCounts = (releases: ReturnType<typeof releasesOf>) =>
  releases
    .leftJoin('releases.download_totals as t', (join) =>
      join.onRef('t.organization_id', '=', 'r.organization_id').onRef('t.release_id', '=', 'r.id'),
    )
    .select(COLUMNS)
    .select([
      ARTIFACTS.as('artifacts'),
      sql<number>`coalesce(t.downloads, 0)`.as('downloads'),
      sql<number>`coalesce(t.license_keys, 0)`.as('license_keys'),
    ]);

/** Counts are texts for the driver. */
export const toReleaseView = <Row extends ReleaseView>({ artifacts, downloads, license_keys, ...row }: Row): ReleaseView => ({
  ...row,
  artifacts: Number(artifacts),
  downloads: Number(downloads),
  license_keys: Number(license_keys),
});
