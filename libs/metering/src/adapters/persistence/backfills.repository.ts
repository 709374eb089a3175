import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '#kernel';
import { type Filter, sizeOf } from '../../domain/filter.ts';
import { Backfills } from '../../domain/meters.ts';
import { accumulate } from './sql/accumulate.ts';
import { IS_IN_BACKFILL, windowStart } from './sql/backfill.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { CountingTransaction, lockStatement } from './counting-transaction.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { Constants } from './sql/filter.ts';
import { createCustomerMeters } from './resolve-subjects.ts';

interface Backfill {
  readonly id: string;
  readonly meter_id: string;
  readonly organization_id: string;
}

/** The events of a backfill that are still to be counted. The texts keep the precision of the database. */
interface BackfillRange {
  readonly after_seq: string;
  readonly to_seq: string;
  readonly cursor_at: string;
  readonly cursor_seq: string;
}

const RANGE_COLUMNS = sql<BackfillRange>`after_seq::text, to_seq::text, cursor_at::text, cursor_seq::text`;

/** The next events of a backfill, at most `atMost`. */
interface Step {
  readonly backfill: Backfill;
  readonly range: BackfillRange;
  readonly meter: CountingMeter;
  readonly atMost: number;
}

@Injectable()
export class SqlBackfills extends Backfills {
  /** The organization that was served last: they take turns. */
  private served = '00000000-0000-0000-0000-000000000000';

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Counts events as at ingestion, concurrently with it. The row lock on the backfill keeps events from being counted twice. */
  async run(atMost: number, meterId?: string): Promise<boolean> {
    const db = this.em.getKysely<object>();
    const condition = meterId === undefined ? sql`true` : sql`meter_id = ${meterId}`;
    const { rows } = await sql<Backfill>`
      select id::text, meter_id, organization_id from metering.backfills where ${condition}
      order by organization_id > ${this.served}::uuid desc, organization_id, id limit 1`.execute(db);
    const [backfill] = rows;
    if (!backfill) return false;
    if (meterId === undefined) this.served = backfill.organization_id;
    await this.step(backfill, atMost, this.clock.now());
    return true;
  }

  private step(backfill: Backfill, atMost: number, now: Date): Promise<void> {
    const { id, meter_id, organization_id } = backfill;
    const firstStatements = [
      { name: 'metering-lock-shared', statement: lockStatement(organization_id, 'shared') },
      {
        name: 'metering-lock-backfill',
        statement: sql`select ${RANGE_COLUMNS} from metering.backfills where id = ${id} for update`,
      },
    ];
    return CountingTransaction.run(this.em, firstStatements, async (transaction, [, locked]) => {
      const [range] = locked as readonly BackfillRange[];
      if (!range) return;
      const meter = await countingMeter(transaction, meter_id);
      const step = { backfill, range, meter, atMost: Math.min(atMost, eventsPerStep(meter.filter)) };
      await transaction.rows(insertMissingBalances(step));
      const [result] = await transaction.rows(countNextEvents(step, now));
      const changed = sql`b.subject_id = any(${result!.subjects}::uuid[]) and b.meter_id = ${meter_id}`;
      await transaction.rows(createCustomerMeters(changed, now));
      const balances = sql`(select * from metering.balances b where ${changed})`;
      await publishThresholdAlerts(transaction, organization_id, balances, [step.meter], now);
    });
  }
}

/** Comparisons of an event with a clause in one step. */
const COMPARISONS = 500_000;

const eventsPerStep = (filter: Filter): number => Math.ceil(COMPARISONS / Math.max(sizeOf(filter), 1));

/** Subjects with usage from before the meter was created have no balance of it yet. */
const insertMissingBalances = (step: Step): RawBuilder<unknown> => sql`
  insert into metering.balances (subject_id, meter_id, organization_id, func)
  select distinct subject_id, ${step.meter.id}::uuid, organization_id, ${step.meter.aggregation.func} from (${nextEvents(step)}) as e
  where not has_balance order by 1 on conflict do nothing`;

/** Returns the subjects whose balances were changed. */
function countNextEvents(step: Step, now: Date): RawBuilder<{ subjects: string[] }> {
  const { backfill, meter, atMost } = step;
  const own = sql`id = ${backfill.id}`;
  const constants = new Constants();
  const source = sql`(select * from next_events)`;
  return sql`
    with ${constants.relation}, next_events as materialized (${nextEvents(step)}),
    ${accumulate({ meters: [meter], source, constants, now, updateBuckets: true })},
    advanced as (
      update metering.backfills set (cursor_at, cursor_seq) = (select ingested_at, seq from next_events order by ingested_at desc, seq desc limit 1)
      where ${own} and (select count(*) from next_events) = ${atMost}
    ),
    finished as (delete from metering.backfills where ${own} and (select count(*) from next_events) < ${atMost})
    select coalesce(array_agg(subject_id), '{}')::uuid[] as subjects from updated_balances`;
}

/**
 * The next events in the order of arrival, with their current subjects. The range is passed as constants, so that the index by
 * arrival is read from the cursor, and only until the limit is reached.
 */
const nextEvents = ({ backfill, range, meter, atMost }: Step): RawBuilder<unknown> => sql`
  with arrived as materialized (
    select e.* from metering.events e, (
      select ${range.after_seq}::bigint as after_seq, ${range.to_seq}::bigint as to_seq,
        ${range.cursor_at}::timestamptz as cursor_at, ${range.cursor_seq}::bigint as cursor_seq
    ) as backfill
    where e.organization_id = ${backfill.organization_id}::uuid and ${IS_IN_BACKFILL} order by e.ingested_at, e.seq limit ${atMost}
  )
  select e.seq, e.ingested_at, e.timestamp, e.source, e.name, e.metadata, e.voided_at, e.organization_id, coalesce(s.merged_into, s.id) as subject_id,
    b.subject_id is not null as has_balance, (e.ingested_at >= ${windowStart('b', 'w')}
      and (${meter.late_events} = 'arrival' or e.timestamp >= ${windowStart('b', 'w')})) as is_current
  from arrived e join metering.subjects s on s.id = e.subject_id
  left join metering.balances b on b.subject_id = coalesce(s.merged_into, s.id) and b.meter_id = ${meter.id}::uuid
  left join metering.merged_windows w on w.subject_id = s.id and w.meter_id = ${meter.id}::uuid`;
