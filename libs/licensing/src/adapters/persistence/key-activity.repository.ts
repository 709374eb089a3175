import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DeferredWrites, pgPool, PipelinedTransaction } from '#engine/persistence';
import { KeyActivity, type KeyUse } from '../../domain/keys/key-activity.ts';
import { CountedVersions, hourOf, type HourlyUses, startOfHour } from '../../domain/keys/key-uses.ts';
import { addUses } from './key-use-statements.ts';

const AFTER_MS = 5_000;

type Counter = HourlyUses & { count: number };

/** Rows are locked in the order of their primary key, so that two processes cannot deadlock. */
const ADD = `insert into licensing.key_activity as a (organization_id, hour, validations, activations)
  select organization_id, hour, sum(case kind when 'validations' then count else 0 end), sum(case kind when 'activations' then count else 0 end)
    from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::bigint[]) as c (organization_id, hour, kind, count)
    group by organization_id, hour order by organization_id, hour
  on conflict (organization_id, hour) do update
    set validations = a.validations + excluded.validations, activations = a.activations + excluded.activations`;

/** What cannot be stored is kept and stored later. */
@Injectable()
export class PgKeyActivity extends KeyActivity implements OnApplicationShutdown {
  private readonly log = new Logger(PgKeyActivity.name);
  private readonly versions = new CountedVersions();
  private readonly counters: DeferredWrites<Counter> = new DeferredWrites({
    afterMs: AFTER_MS,
    write: (counters) => this.store([...counters.values()]),
    failed: (error, counters) => {
      this.log.error('The activity of license keys could not be stored', error);
      for (const counter of counters.values()) this.add(counter);
    },
  });

  constructor(private readonly em: EntityManager) {
    super();
  }

  count({ organizationId, kind, benefitId, version }: KeyUse, at: Date): void {
    const hour = hourOf(at);
    const detail = this.versions.detailOf(benefitId, hour, version);
    this.add({ organizationId, kind, hour, benefitId, detail, count: 1 });
  }

  flush(): Promise<void> {
    return this.counters.flush();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counters.stop();
  }

  private add(uses: HourlyUses): void {
    const key = `${uses.organizationId} ${uses.kind} ${uses.hour} ${uses.benefitId} ${uses.detail}`;
    const known = this.counters.recorded(key);
    if (known) known.count += uses.count;
    else this.counters.record(key, { ...uses });
  }

  private async store(uses: readonly HourlyUses[]): Promise<void> {
    const pool = await pgPool(this.em);
    const columns = [
      uses.map(({ organizationId }) => organizationId),
      uses.map(({ hour }) => startOfHour(hour)),
      uses.map(({ kind }) => kind),
      uses.map(({ count }) => count),
    ];
    const { transaction } = await PipelinedTransaction.begin(pool, []);
    await transaction.commit([{ name: 'key-activity-add', text: ADD, values: columns }, addUses(uses)]);
  }
}
