import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { fixedRead } from '#engine/persistence';
import { toCamelCase } from '#support/texts';
import { versionOrder } from '#support/versions';
import type { ArtifactState } from '../../domain/artifact.ts';
import { type PublishedRelease, PublishedReleases, type WantedReleases } from '../../domain/published-releases.ts';

type Row = { readonly [column: string]: unknown };

interface Found extends Row {
  readonly artifacts: readonly Row[];
}

const ANY = sql.raw(`'any'`);

/** One statement: the releases in the order of their versions, each with all of its artifacts. */
const readReleases = fixedRead((_db: Kysely<object>, wanted: WantedReleases & { readonly order?: string | undefined }) => {
  const { organizationId, productId, channels, order, platform, architecture, kinds, withYanked, limit, before } = wanted;
  const conditions = [sql`r.organization_id = ${organizationId}`, sql`r.product_id = ${productId}`];
  conditions.push(withYanked ? sql`r.status in ('published', 'yanked')` : sql`r.status = 'published'`);
  if (channels) conditions.push(sql`r.channel = any(${channels}::text[])`);
  if (order !== undefined) conditions.push(sql`r.version_order = ${order}`);
  if (before !== undefined) conditions.push(sql`r.version_order < ${before}`);
  const ofArtifact = [sql`a.organization_id = r.organization_id`, sql`a.release_id = r.id`];
  if (platform) ofArtifact.push(sql`a.platform in (${platform}, ${ANY})`);
  if (architecture) ofArtifact.push(sql`a.architecture in (${architecture}, ${ANY}, 'universal')`);
  if (kinds) ofArtifact.push(sql`a.kind = any(${kinds}::text[])`);
  const [and, matching] = [sql` and `, sql.join(ofArtifact, sql` and `)];
  return sql<Found>`select r.*, array(
      select to_jsonb(a) from releases.artifacts a where ${matching} order by a.name
    ) as artifacts
    from releases.releases r where ${sql.join(conditions, and)}
      and exists (select from releases.artifacts a where ${matching})
    order by r.version_order desc limit ${limit}`;
});

@Injectable()
export class PgPublishedReleases extends PublishedReleases {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async find({ version, ...wanted }: WantedReleases): Promise<PublishedRelease[]> {
    const order = version === undefined ? undefined : versionOrder(version);
    const rows = await readReleases(this.em, { ...wanted, order });
    return rows.map(({ artifacts, ...release }) => ({
      release: withPropertyNames(release) as unknown as PublishedRelease['release'],
      artifacts: artifacts.map((each) => ({
        ...(withPropertyNames(each) as unknown as ArtifactState),
        createdAt: new Date(each['created_at'] as string),
      })),
    }));
  }
}

/** Only of the columns: what is in JSON keeps its names. */
const withPropertyNames = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toCamelCase(column), value]));
