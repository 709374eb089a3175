import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '#kernel';
import { Backlogs } from '../../domain/meters.ts';
import { addUp } from './add-up.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { Constants } from './filter.mapping.ts';
import { showMeters } from './settle-subjects.ts';
import { holding } from './transaction.ts';

const STEP = 10_000;

interface Backlog {
  readonly id: string;
  readonly meter_id: string;
  readonly organization_id: string;
}

@Injectable()
export class SqlBacklogs extends Backlogs {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** As when they arrive: added to balances and quarters, while others add to them, too. Nobody counts them a second time. */
  async count(meterId?: string): Promise<boolean> {
    const backlogs = this.em.getKysely<object>();
    const which = meterId === undefined ? sql`true` : sql`meter_id = ${meterId}`;
    const { rows } = await sql<Backlog>`
      select id::text, meter_id, organization_id from metering.backlogs where ${which} order by id limit 1`.execute(backlogs);
    if (rows.length === 0) return false;
    await this.step(rows[0]!, this.clock.now());
    return true;
  }

  private step({ id, meter_id, organization_id }: Backlog, now: Date): Promise<void> {
    const first = [holding(organization_id, 'shared'), sql`select from metering.backlogs where id = ${id} for update`];
    return CountingTransaction.run(this.em, first, async (transaction, [, locked]) => {
      if (locked!.length === 0) return;
      const meter = await countingMeter(transaction, meter_id);
      await transaction.rows(giveBalances(id, meter));
      const [done] = await transaction.rows(countNext(id, meter, now));
      const touched = sql`b.subject_id = any(${done!.subjects}::uuid[]) and b.meter_id = ${meter_id}`;
      await transaction.rows(showMeters(touched, now));
    });
  }
}

/** Whoever has used something before there was the meter has no balance of it yet. */
const giveBalances = (backlog: string, { id, aggregation }: CountingMeter): RawBuilder<unknown> => sql`
  insert into metering.balances (subject_id, meter_id, organization_id, func)
  select distinct subject_id, ${id}::uuid, organization_id, ${aggregation.func} from (${nextOf(backlog, id)}) as e where not has_balance
  order by 1 on conflict do nothing`;

/** Answers whose balances are to be shown. */
function countNext(backlog: string, meter: CountingMeter, now: Date): RawBuilder<{ subjects: string[] }> {
  const constants = new Constants();
  const source = sql`(select * from next_events)`;
  return sql`
    with ${constants.relation}, next_events as materialized (${nextOf(backlog, meter.id)}),
    ${addUp({ meters: [meter], source, constants, now, intoQuarters: true })},
    moved as (
      update metering.backlogs set (cursor_at, cursor_seq) = (select ingested_at, seq from next_events order by ingested_at desc, seq desc limit 1)
      where id = ${backlog} and (select count(*) from next_events) = ${STEP}
    ),
    finished as (delete from metering.backlogs where id = ${backlog} and (select count(*) from next_events) < ${STEP})
    select coalesce(array_agg(subject_id), '{}')::uuid[] as subjects from balanced where customer_meter_id is null`;
}

/** The next ones in order of arrival, each for the subject that it belongs to by now. */
const nextOf = (backlog: string, meterId: string): RawBuilder<unknown> => sql`
  select e.seq, e.ingested_at, e.timestamp, e.source, e.name, e.metadata, e.organization_id, coalesce(s.merged_into, s.id) as subject_id,
    b.subject_id is not null as has_balance, (b.window_start is null or e.ingested_at >= b.window_start) as is_current
  from (
    select e.* from metering.backlogs g join metering.events e on e.organization_id = g.organization_id
      and (e.ingested_at, e.seq) > (g.cursor_at, g.cursor_seq) and e.seq > g.after_seq and e.seq <= g.to_seq
    where g.id = ${backlog} order by e.ingested_at, e.seq limit ${STEP}
  ) as e
  join metering.subjects s on s.id = e.subject_id
  left join metering.balances b on b.subject_id = coalesce(s.merged_into, s.id) and b.meter_id = ${meterId}::uuid`;
