import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '#kernel';
import { Backfills } from '../../domain/meters.ts';
import { addUp } from './sql/accumulate.ts';
import { LEFT_IN_BACKFILL } from './sql/backfill.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { Constants } from './sql/filter.ts';
import { showMeters } from './resolve-subjects.ts';
import { lockStatement } from './transaction.ts';

interface Backfill {
  readonly id: string;
  readonly meter_id: string;
  readonly organization_id: string;
}

/** How far a backfill has come, and how far it goes; numbers as the database writes them. */
interface Gap {
  readonly after_seq: string;
  readonly to_seq: string;
  readonly cursor_at: string;
  readonly cursor_seq: string;
}

const GAP = sql<Gap>`after_seq::text, to_seq::text, cursor_at::text, cursor_seq::text`;

/** So many events of a backfill. */
interface Step {
  readonly backfill: Backfill;
  readonly gap: Gap;
  readonly meter: CountingMeter;
  readonly atMost: number;
}

@Injectable()
export class SqlBackfills extends Backfills {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** As when they arrive: added to balances and quarters, while others add to them, too. Nobody counts them a second time. */
  async run(atMost: number, meterId?: string): Promise<boolean> {
    const backfills = this.em.getKysely<object>();
    const which = meterId === undefined ? sql`true` : sql`meter_id = ${meterId}`;
    const { rows } = await sql<Backfill>`
      select id::text, meter_id, organization_id from metering.backfills where ${which} order by id limit 1`.execute(backfills);
    if (rows.length === 0) return false;
    await this.step(rows[0]!, atMost, this.clock.now());
    return true;
  }

  private step(backfill: Backfill, atMost: number, now: Date): Promise<void> {
    const { id, meter_id, organization_id } = backfill;
    const first = [
      lockStatement(organization_id, 'shared'),
      sql`select ${GAP} from metering.backfills where id = ${id} for update`,
    ];
    return CountingTransaction.run(this.em, first, async (transaction, [, locked]) => {
      const [gap] = locked as readonly Gap[];
      if (!gap) return;
      const step = { backfill, gap, meter: await countingMeter(transaction, meter_id), atMost };
      await transaction.rows(giveBalances(step));
      const [done] = await transaction.rows(countNext(step, now));
      const touched = sql`b.subject_id = any(${done!.subjects}::uuid[]) and b.meter_id = ${meter_id}`;
      await transaction.rows(showMeters(touched, now));
      const balances = sql`(select * from metering.balances b where ${touched})`;
      await publishThresholdAlerts(transaction, organization_id, balances, [step.meter], now);
    });
  }
}

/** Whoever has used something before there was the meter has no balance of it yet. */
const giveBalances = (step: Step): RawBuilder<unknown> => sql`
  insert into metering.balances (subject_id, meter_id, organization_id, func)
  select distinct subject_id, ${step.meter.id}::uuid, organization_id, ${step.meter.aggregation.func} from (${nextOf(step)}) as e
  where not has_balance order by 1 on conflict do nothing`;

/** Answers whose balances were added to. */
function countNext(step: Step, now: Date): RawBuilder<{ subjects: string[] }> {
  const { backfill, meter, atMost } = step;
  const own = sql`id = ${backfill.id}`;
  const constants = new Constants();
  const source = sql`(select * from next_events)`;
  return sql`
    with ${constants.relation}, next_events as materialized (${nextOf(step)}),
    ${addUp({ meters: [meter], source, constants, now, intoBuckets: true })},
    moved as (
      update metering.backfills set (cursor_at, cursor_seq) = (select ingested_at, seq from next_events order by ingested_at desc, seq desc limit 1)
      where ${own} and (select count(*) from next_events) = ${atMost}
    ),
    finished as (delete from metering.backfills where ${own} and (select count(*) from next_events) < ${atMost})
    select coalesce(array_agg(subject_id), '{}')::uuid[] as subjects from balanced`;
}

/**
 * The next ones in order of arrival, each for the subject that it belongs to by now. Where they begin is told as a value, so that
 * the index by arrival is entered there, and left as soon as there are enough.
 */
const nextOf = ({ backfill, gap, meter, atMost }: Step): RawBuilder<unknown> => sql`
  select e.seq, e.ingested_at, e.timestamp, e.source, e.name, e.metadata, e.organization_id, coalesce(s.merged_into, s.id) as subject_id,
    b.subject_id is not null as has_balance, (b.window_start is null or e.ingested_at >= b.window_start) as is_current
  from (
    select e.* from metering.events e, (
      select ${gap.after_seq}::bigint as after_seq, ${gap.to_seq}::bigint as to_seq,
        ${gap.cursor_at}::timestamptz as cursor_at, ${gap.cursor_seq}::bigint as cursor_seq
    ) as g
    where e.organization_id = ${backfill.organization_id}::uuid and ${LEFT_IN_BACKFILL} order by e.ingested_at, e.seq limit ${atMost}
  ) as e
  join metering.subjects s on s.id = e.subject_id
  left join metering.balances b on b.subject_id = coalesce(s.merged_into, s.id) and b.meter_id = ${meter.id}::uuid`;
