import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { BatchLoader, fixedRead } from '#engine/persistence';
import { toCamelCase } from '#support/texts';
import { versionOrder } from '#support/versions';
import type { ArtifactState } from '../../domain/artifact.ts';
import type { ImageBlob } from '../../domain/package-reader.ts';
import {
  type PublishedRelease,
  PublishedReleases,
  type WantedReleases,
  type WhichBlob,
} from '../../domain/published-releases.ts';

type Row = { readonly [column: string]: unknown };

interface Found extends Row {
  readonly artifacts: readonly Row[];
}

const ANY = sql.raw(`'any'`);

/** One statement: the releases in the order of their versions, each with all of its artifacts. */
const readReleases = fixedRead((_db: Kysely<object>, wanted: WantedReleases & { readonly order?: string | undefined }) => {
  const { organizationId, productId, channels, order, platform, architecture, kinds, blob, withYanked, limit, before } = wanted;
  const { artifactId } = wanted;
  const conditions = [sql`r.organization_id = ${organizationId}`, sql`r.product_id = ${productId}`];
  conditions.push(withYanked ? sql`r.status in ('published', 'yanked')` : sql`r.status = 'published'`);
  if (channels) conditions.push(sql`r.channel = any(${channels}::text[])`);
  if (order !== undefined) conditions.push(sql`r.version_order = ${order}`);
  if (before !== undefined) conditions.push(sql`r.version_order < ${before}`);
  const ofArtifact = [sql`a.organization_id = r.organization_id`, sql`a.release_id = r.id`];
  if (artifactId) ofArtifact.push(sql`a.id = ${artifactId}`);
  if (platform) ofArtifact.push(sql`a.platform in (${platform}, ${ANY})`);
  if (architecture) ofArtifact.push(sql`a.architecture in (${architecture}, ${ANY}, 'universal')`);
  if (kinds) ofArtifact.push(sql`a.kind = any(${kinds}::text[])`);
  if (blob !== undefined)
    ofArtifact.push(
      sql`exists (select from releases.image_blobs b where b.organization_id = a.organization_id and b.artifact_id = a.id and b.digest = ${blob})`,
    );
  const [and, matching] = [sql` and `, sql.join(ofArtifact, sql` and `)];
  return sql<Found>`select r.*, array(
      select to_jsonb(a) from releases.artifacts a where ${matching} order by a.name
    ) as artifacts
    from releases.releases r where ${sql.join(conditions, and)}
      and exists (select from releases.artifacts a where ${matching})
    order by r.version_order desc limit ${limit}`;
});

const readBlob = fixedRead(
  (_db: Kysely<object>, { organizationId, artifactId, digest }: WhichBlob) =>
    sql<{ readonly mediaType: string | null; readonly position: string; readonly size: string }>`select
        b.media_type as "mediaType", b.position, b.size from releases.image_blobs b
      where b.organization_id = ${organizationId} and b.artifact_id = ${artifactId} and b.digest = ${digest}`,
);

@Injectable()
export class PgPublishedReleases extends PublishedReleases {
  /** Updaters ask for the same: what several of them need at the same time is read once. */
  private readonly reads = new BatchLoader((keys) => this.readAll(keys));

  constructor(private readonly em: EntityManager) {
    super();
  }

  async find(wanted: WantedReleases): Promise<readonly PublishedRelease[]> {
    return (await this.reads.read(JSON.stringify(wanted)))!;
  }

  private async readAll(keys: readonly string[]): Promise<ReadonlyMap<string, readonly PublishedRelease[]>> {
    const found = keys.map(async (key) => [key, await this.read(JSON.parse(key) as WantedReleases)] as const);
    return new Map(await Promise.all(found));
  }

  private async read({ version, ...wanted }: WantedReleases): Promise<readonly PublishedRelease[]> {
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

  async findBlob(which: WhichBlob): Promise<ImageBlob | null> {
    const [row] = await readBlob(this.em, which);
    if (!row) return null;
    return { digest: which.digest, mediaType: row.mediaType, position: Number(row.position), size: Number(row.size) };
  }
}

/** Only of the columns: what is in JSON keeps its names. */
const withPropertyNames = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toCamelCase(column), value]));
