import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { type CountedMonth, EventCounts } from '../../domain/event-counts.ts';
import { CommittedEvents } from './committed-events.ts';
import { indexEventsByPosition } from './event-positions.ts';
import { addCountsOfSubjects, addCountsOfTimes, countsOf } from './sql/event-counts.ts';
import { Transaction } from './transaction.ts';

interface Counting {
  /** The position up to which events are counted. */
  readonly counted_to: string;
}

interface Range {
  readonly to: string | null;
  readonly number: number;
}

@Injectable()
export class SqlEventCounts extends EventCounts {
  private readonly committed: CommittedEvents;

  constructor(private readonly em: EntityManager) {
    super();
    this.committed = new CommittedEvents(em);
  }

  prepare(): Promise<boolean> {
    return indexEventsByPosition(this.em);
  }

  /** The row lock keeps events from being counted twice. */
  countNext(atMost: number): Promise<boolean> {
    return Transaction.run(this.em, async (transaction) => {
      const [counting] = await transaction.rows<Counting>(
        sql`select counted_to::text from metering.event_counting for update skip locked`,
      );
      if (!counting) return false;
      const { counted_to: after } = counting;
      const last = await this.committed.to(transaction);
      if (BigInt(last) <= BigInt(after)) return false;
      const [range] = await transaction.rows<Range>(sql`
        select max(seq)::text as to, count(*)::int as number from (
          select seq from metering.events where seq > ${after}::bigint and seq <= ${last}::bigint order by seq limit ${atMost}
        ) as next`);
      const hasMore = range!.number === atMost;
      const to = hasMore ? range!.to! : last;
      if (range!.number > 0) await count(transaction, sql`e.seq > ${after}::bigint and e.seq <= ${to}::bigint`);
      await transaction.rows(sql`update metering.event_counting set counted_to = ${to}::bigint`);
      return hasMore;
    });
  }

  monthAfter(last: CountedMonth | null): Promise<CountedMonth | null> {
    const after = last ? sql`(organization_id, month) > (${last.organizationId}::uuid, ${last.month}::date)` : sql`true`;
    return Transaction.run(this.em, async (transaction) => {
      const [next] = await transaction.rows<CountedMonth>(sql`
        select organization_id as "organizationId", month::text from (select distinct organization_id from metering.event_names) as organizations
        cross join (
          select distinct month from metering.event_counts_of_times
          union select date_trunc('month', ingested_at at time zone 'utc')::date from metering.events_default
          union select to_date(substr(relname, 8), 'YYYY_MM') from pg_class
            where relnamespace = 'metering'::regnamespace and relkind = 'r' and relname ~ '^events_[0-9]{4}_[0-9]{2}$'
        ) as months where ${after} order by 1, 2 limit 1`);
      return next ?? null;
    });
  }

  recount({ organizationId, month }: CountedMonth): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      const [counting] = await transaction.rows<Counting>(sql`select counted_to::text from metering.event_counting for update`);
      const own = sql`organization_id = ${organizationId}::uuid and month = ${month}::date`;
      await transaction.rows(sql`delete from metering.event_counts_of_subjects where ${own}`);
      await transaction.rows(sql`delete from metering.event_counts_of_times where ${own}`);
      const start = sql`${month}::timestamp`;
      await count(
        transaction,
        sql`e.organization_id = ${organizationId}::uuid and e.seq <= ${counting!.counted_to}::bigint
          and e.ingested_at >= ${start} at time zone 'utc' and e.ingested_at < (${start} + interval '1 month') at time zone 'utc'`,
      );
    });
  }
}

async function count(transaction: Transaction, condition: RawBuilder<unknown>): Promise<void> {
  const [counts] = await transaction.rows(countsOf(condition));
  await transaction.rows(addCountsOfSubjects(counts!));
  await transaction.rows(addCountsOfTimes(counts!));
}
