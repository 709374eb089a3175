import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { newId } from '#kernel';
import { DeferredWrites, pgPool } from '#engine/persistence';
import { type KeyRefusal, KeyRefusals } from '../../domain/keys/key-refusals.ts';

const AFTER_MS = 5_000;

interface Counter extends KeyRefusal {
  count: number;
  lastAt: Date;
}

/** Rows are locked in the order of their primary key, so that two processes cannot deadlock. */
const ADD = `insert into licensing.key_refusals as r (organization_id, license_key_id, operation, code, id, count, last_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::timestamptz[]) order by 1, 2, 3, 4
  on conflict (organization_id, license_key_id, operation, code) do update
    set count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at)`;

/** What cannot be stored is kept and stored later. */
@Injectable()
export class PgKeyRefusals extends KeyRefusals implements OnApplicationShutdown {
  private readonly log = new Logger(PgKeyRefusals.name);
  private readonly counters: DeferredWrites<Counter> = new DeferredWrites({
    afterMs: AFTER_MS,
    write: (counters) => this.store([...counters.values()]),
    failed: (error, counters) => {
      this.log.error('Refused uses of license keys could not be stored', error);
      for (const { count, lastAt, ...refusal } of counters.values()) this.add(refusal, count, lastAt);
    },
  });

  constructor(private readonly em: EntityManager) {
    super();
  }

  count({ organizationId, licenseKeyId, operation, code }: KeyRefusal, at: Date): void {
    this.add({ organizationId, licenseKeyId, operation, code }, 1, at);
  }

  flush(): Promise<void> {
    return this.counters.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counters.stop();
  }

  private add(refusal: KeyRefusal, count: number, at: Date): void {
    const key = Object.values(refusal).join(' ');
    const known = this.counters.recorded(key);
    if (!known) return this.counters.record(key, { ...refusal, count, lastAt: at });
    known.count += count;
    if (at > known.lastAt) known.lastAt = at;
  }

  private async store(counters: readonly Counter[]): Promise<void> {
    const pool = await pgPool(this.em);
    const column = (of: (counter: Counter) => unknown): unknown[] => counters.map(of);
    const values = [
      column(({ organizationId }) => organizationId),
      column(({ licenseKeyId }) => licenseKeyId),
      column(({ operation }) => operation),
      column(({ code }) => code),
      column(() => newId()),
      column(({ count }) => count),
      column(({ lastAt }) => lastAt),
    ];
    await pool.query({ name: 'key-refusals-add', text: ADD, values });
  }
}
