import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { pgPool } from '#platform/persistence';
import { KeyActivity, type KeyUse } from '../../domain/key-activity.ts';

const FLUSH_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

interface Count {
  readonly organizationId: string;
  readonly hour: number;
  readonly uses: Record<KeyUse, number>;
}

/** Rows are locked in the order of their primary key, so that two processes cannot deadlock. */
const ADD = `insert into licensing.key_activity as a (organization_id, hour, validations, activations)
  select organization_id, hour, validations, activations
    from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[]) as c (organization_id, hour, validations, activations)
    order by organization_id, hour
  on conflict (organization_id, hour) do update
    set validations = a.validations + excluded.validations, activations = a.activations + excluded.activations`;

/** What cannot be stored is kept and stored later. The timer belongs to no request, so that no tenant pays for it. */
@Injectable()
export class PgKeyActivity extends KeyActivity implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(PgKeyActivity.name);
  private counts = new Map<string, Count>();
  private timer?: NodeJS.Timeout;
  /** Settles when what was flushed so far is stored. */
  private flushed = Promise.resolve();
  private hasStopped = false;

  constructor(private readonly em: EntityManager) {
    super();
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  count(organizationId: string, use: KeyUse, at: Date): void {
    this.add({ organizationId, hour: Math.floor(at.getTime() / HOUR_MS), uses: { validations: 0, activations: 0, [use]: 1 } });
  }

  flush(): Promise<void> {
    const counts = [...this.counts.values()];
    this.counts = new Map();
    if (counts.length > 0) this.flushed = this.flushed.then(() => this.tryToStore(counts));
    return this.flushed;
  }

  /** The connections are closed afterwards, so nothing may be stored later. */
  onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.hasStopped = true;
    return this.flush();
  }

  private add({ organizationId, hour, uses }: Count): void {
    if (this.hasStopped) return;
    const key = `${organizationId}/${hour}`;
    const known = this.counts.get(key);
    if (known) {
      known.uses.validations += uses.validations;
      known.uses.activations += uses.activations;
    } else this.counts.set(key, { organizationId, hour, uses });
  }

  private async tryToStore(counts: readonly Count[]): Promise<void> {
    try {
      await this.store(counts);
    } catch (error) {
      this.log.error('The activity of license keys could not be stored', error);
      for (const count of counts) this.add(count);
    }
  }

  private async store(counts: readonly Count[]): Promise<void> {
    const pool = await pgPool(this.em);
    const hours = counts.map(({ hour }) => new Date(hour * HOUR_MS));
    const columns = [
      counts.map(({ organizationId }) => organizationId),
      hours,
      counts.map(({ uses }) => uses.validations),
      counts.map(({ uses }) => uses.activations),
    ];
    await pool.query({ name: 'key-activity-add', text: ADD, values: columns });
  }
}
