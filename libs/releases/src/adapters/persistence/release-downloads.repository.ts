import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DeferredWrites, pgPool } from '#engine/persistence';
import { type ReleaseDownload, ReleaseDownloads } from '../../domain/release-downloads.ts';

const AFTER_MS = 5_000;

interface Counter extends ReleaseDownload {
  count: number;
  lastAt: Date;
}

/**
 * Rows are locked in the order of their primary keys, so that two processes cannot deadlock. A row that the statement inserted has no
 * deleting transaction (`xmax`).
 */
const ADD = `with counted as (
    insert into releases.downloads as d (organization_id, release_id, license_key_id, downloads, last_downloaded_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::timestamptz[]) as w (organization_id, release_id, key, count, at)
    order by 1, 2, 3
    on conflict (organization_id, release_id, license_key_id) do update
      set downloads = d.downloads + excluded.downloads, last_downloaded_at = greatest(d.last_downloaded_at, excluded.last_downloaded_at)
    returning organization_id, release_id, license_key_id, (xmax = 0) as is_first
  )
  insert into releases.download_totals as t (organization_id, release_id, downloads, license_keys)
  select c.organization_id, c.release_id, sum(w.count), count(*) filter (where c.is_first) from counted c
    join unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as w (organization_id, release_id, key, count)
      on w.organization_id = c.organization_id and w.release_id = c.release_id and w.key = c.license_key_id
    group by 1, 2 order by 1, 2
  on conflict (organization_id, release_id) do update
    set downloads = t.downloads + excluded.downloads, license_keys = t.license_keys + excluded.license_keys`;

/** What cannot be stored is kept and stored later. */
@Injectable()
export class PgReleaseDownloads extends ReleaseDownloads implements OnApplicationShutdown {
  private readonly log = new Logger(PgReleaseDownloads.name);
  private readonly counters: DeferredWrites<Counter> = new DeferredWrites({
    afterMs: AFTER_MS,
    write: (counters) => this.store([...counters.values()]),
    failed: (error, counters) => {
      this.log.error('Downloads of releases could not be stored', error);
      for (const counter of counters.values()) this.add(counter);
    },
  });

  constructor(private readonly em: EntityManager) {
    super();
  }

  count({ organizationId, releaseId, licenseKeyId }: ReleaseDownload, at: Date): void {
    this.add({ organizationId, releaseId, licenseKeyId, count: 1, lastAt: at });
  }

  flush(): Promise<void> {
    return this.counters.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counters.stop();
  }

  private add(counter: Counter): void {
    const key = `${counter.releaseId} ${counter.licenseKeyId}`;
    const known = this.counters.recorded(key);
    if (!known) return this.counters.record(key, { ...counter });
    known.count += counter.count;
    if (counter.lastAt > known.lastAt) known.lastAt = counter.lastAt;
  }

  private async store(counters: readonly Counter[]): Promise<void> {
    const pool = await pgPool(this.em);
    const values = [
      counters.map(({ organizationId }) => organizationId),
      counters.map(({ releaseId }) => releaseId),
      counters.map(({ licenseKeyId }) => licenseKeyId),
      counters.map(({ count }) => count),
      counters.map(({ lastAt }) => lastAt),
    ];
    await pool.query({ name: 'release-downloads-add', text: ADD, values });
  }
}
