import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DeferredWrites, pgPool } from '#platform/persistence';
import { KeyActivity, type KeyUse } from '../../domain/key-activity.ts';

const AFTER_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Of one organization in one hour. */
interface Count {
  readonly organizationId: string;
  readonly hour: number;
  readonly validations: number;
  readonly activations: number;
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
  private readonly counts: DeferredWrites<Count> = new DeferredWrites({
    afterMs: AFTER_MS,
    write: (counts) => this.store([...counts.values()]),
    combine: (one, other) => ({
      ...one,
      validations: one.validations + other.validations,
      activations: one.activations + other.activations,
    }),
    failed: (error, counts) => {
      this.log.error('The activity of license keys could not be stored', error);
      for (const [key, count] of counts) this.counts.record(key, count);
    },
  });

  constructor(private readonly em: EntityManager) {
    super();
  }

  count(organizationId: string, use: KeyUse, at: Date): void {
    const hour = Math.floor(at.getTime() / HOUR_MS);
    this.counts.record(`${organizationId}/${hour}`, { organizationId, hour, validations: 0, activations: 0, [use]: 1 });
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  private async store(counts: readonly Count[]): Promise<void> {
    const pool = await pgPool(this.em);
    const columns = [
      counts.map(({ organizationId }) => organizationId),
      counts.map(({ hour }) => new Date(hour * HOUR_MS)),
      counts.map(({ validations }) => validations),
      counts.map(({ activations }) => activations),
    ];
    await pool.query({ name: 'key-activity-add', text: ADD, values: columns });
  }
}
