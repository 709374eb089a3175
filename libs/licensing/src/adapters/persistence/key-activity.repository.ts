import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DeferredWrites, pgPool } from '#engine/persistence';
import { KeyActivity, type KeyUse } from '../../domain/keys/key-activity.ts';

const AFTER_MS = 5_000;
const HOUR_MS = 3_600_000;

/** What is counted of one organization in one hour. */
interface Counter {
  readonly organizationId: string;
  readonly hour: number;
  validations: number;
  activations: number;
}

/** Rows are locked in the order of their primary key, so that two processes cannot deadlock. */
const ADD = `insert into licensing.key_activity as a (organization_id, hour, validations, activations)
  select organization_id, hour, validations, activations
    from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[]) as c (organization_id, hour, validations, activations)
    order by organization_id, hour
  on conflict (organization_id, hour) do update
    set validations = a.validations + excluded.validations, activations = a.activations + excluded.activations`;

/** What cannot be stored is kept and stored later. */
@Injectable()
export class PgKeyActivity extends KeyActivity implements OnApplicationShutdown {
  private readonly log = new Logger(PgKeyActivity.name);
  private readonly counters: DeferredWrites<Counter> = new DeferredWrites({
    afterMs: AFTER_MS,
    write: (counters) => this.store([...counters.values()]),
    failed: (error, counters) => {
      this.log.error('The activity of license keys could not be stored', error);
      for (const { organizationId, hour, validations, activations } of counters.values()) {
        const counter = this.counterOf(organizationId, hour);
        counter.validations += validations;
        counter.activations += activations;
      }
    },
  });

  constructor(private readonly em: EntityManager) {
    super();
  }

  count(organizationId: string, use: KeyUse, at: Date): void {
    this.counterOf(organizationId, Math.floor(at.getTime() / HOUR_MS))[use] += 1;
  }

  flush(): Promise<void> {
    return this.counters.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counters.stop();
  }

  /** The one that is stored next. */
  private counterOf(organizationId: string, hour: number): Counter {
    const key = `${organizationId}/${hour}`;
    const known = this.counters.recorded(key);
    if (known) return known;
    const counter = { organizationId, hour, validations: 0, activations: 0 };
    this.counters.record(key, counter);
    return counter;
  }

  private async store(counters: readonly Counter[]): Promise<void> {
    const pool = await pgPool(this.em);
    const columns = [
      counters.map(({ organizationId }) => organizationId),
      counters.map(({ hour }) => new Date(hour * HOUR_MS)),
      counters.map(({ validations }) => validations),
      counters.map(({ activations }) => activations),
    ];
    await pool.query({ name: 'key-activity-add', text: ADD, values: columns });
  }
}
