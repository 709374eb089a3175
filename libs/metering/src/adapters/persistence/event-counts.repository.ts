import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { type CountedMonth, EventCounts } from '../../domain/event-counts.ts';
import type { CommittedWrites } from '#engine/persistence';
import { committedEvents } from './committed-events.ts';
import { countingMeter } from './counting-meters.ts';
import { indexNewRanges, indexRangesOfPositions } from './event-positions.ts';
import { addToCounts, arrivedIn } from './sql/event-counts.ts';
import { addToRollups, WITH_ROLLUPS } from './sql/usage-rollups.ts';
import { addUsageOf, forgetUsage, recountDay } from './subject-usage.ts';
import { Transaction } from './transaction.ts';

interface Counting {
  /** The position up to which events are counted. */
  readonly counted_to: string;
}

/** The next meter of which not all usage is counted. */
const INCOMPLETE = sql<{ organization_id: string; meter_id: string }>`
  select organization_id, meter_id from metering.usage_counting where not is_complete order by 1, 2 limit 1`;

interface Summing {
  /** The position up to which events are added up. */
  readonly summed_to: string;
}

/** Positions that follow each other. */
interface Range {
  readonly to: string;
  readonly hasMore: boolean;
  /** The condition on an event `e`. */
  readonly contains: RawBuilder<unknown>;
}

interface Step {
  /** The partitions of the events that were counted. */
  readonly partitions: ReadonlySet<string>;
  readonly hasMore: boolean;
}

const NO_STEP: Step = { partitions: new Set(), hasMore: false };

/** So that the events of a step are grouped by hashing: sorting them takes three times as long. */
const WITH_MEMORY_FOR_GROUPS = sql`select set_config('work_mem', '64MB', true)`;

/** What is counted of an organization, by the month of arrival. */
const BY_MONTH = ['event_counts_of_subjects', 'event_counts_of_times', 'cost_rollups', 'active_days'].map((table) =>
  sql.table(`metering.${table}`),
);

@Injectable()
export class SqlEventCounts extends EventCounts {
  private readonly committed: CommittedWrites;

  constructor(private readonly em: EntityManager) {
    super();
    this.committed = committedEvents(em);
  }

  prepare(): Promise<boolean> {
    return indexRangesOfPositions(this.em);
  }

  async countNext(atMost: number): Promise<boolean> {
    const { partitions, hasMore } = await Transaction.run(this.em, (transaction) => this.countIn(transaction, atMost));
    for (const partition of partitions) await indexNewRanges(this.em, partition);
    return hasMore;
  }

  /** The row lock keeps events from being counted twice. */
  private async countIn(transaction: Transaction, atMost: number): Promise<Step> {
    await transaction.rows(WITH_MEMORY_FOR_GROUPS);
    const [counting] = await transaction.rows<Counting>(
      sql`select counted_to::text from metering.event_counting for update skip locked`,
    );
    if (!counting) return NO_STEP;
    const { counted_to: countedTo } = counting;
    const [summing] = await transaction.rows<Summing>(
      sql`select summed_to::text from metering.usage_summing for update skip locked`,
    );
    const range = await this.rangeAfter(transaction, countedTo, { atMost, other: summing?.summed_to });
    if (!range) return NO_STEP;
    const isSummed = summing?.summed_to === countedTo;
    const counted = await transaction.rows(addToCounts(range.contains, isSummed ? WITH_ROLLUPS : undefined));
    const organizationIds = new Set(counted.map(({ organization_id }) => organization_id));
    await addUsageOf(transaction, [...organizationIds], range.contains);
    await transaction.rows(sql`update metering.event_counting set counted_to = ${range.to}::bigint`);
    if (isSummed) await transaction.rows(sql`update metering.usage_summing set summed_to = ${range.to}::bigint`);
    return { partitions: new Set(counted.map(({ partition }) => partition)), hasMore: range.hasMore };
  }

  /** A position of its own, behind that of counts where the last release counts, which knows no sums. */
  sumNext(atMost: number): Promise<boolean> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.rows(WITH_MEMORY_FOR_GROUPS);
      const [summing] = await transaction.rows<Summing>(
        sql`select summed_to::text from metering.usage_summing for update skip locked`,
      );
      if (!summing) return false;
      const [counting] = await transaction.rows<Counting>(sql`select counted_to::text from metering.event_counting`);
      const range = await this.rangeAfter(transaction, summing.summed_to, { atMost, other: counting!.counted_to });
      if (!range) return false;
      await transaction.rows(addToRollups(range.contains));
      await transaction.rows(sql`update metering.usage_summing set summed_to = ${range.to}::bigint`);
      return range.hasMore;
    });
  }

  /**
   * The next positions after one, at most so many; undefined if no event was added. They end at the other position, if that is further, so
   * that events are counted and added up together from there on.
   */
  private async rangeAfter(
    transaction: Transaction,
    after: string,
    { atMost, other = '0' }: { readonly atMost: number; readonly other: string | undefined },
  ): Promise<Range | undefined> {
    const start = BigInt(after);
    const last = BigInt(await this.committed.to((statement) => transaction.rows(statement)));
    if (last <= start) return undefined;
    const ends = [last, start + BigInt(atMost), ...(BigInt(other) > start ? [BigInt(other)] : [])];
    const to = ends.reduce((least, each) => (each < least ? each : least));
    return { to: String(to), hasMore: to < last, contains: sql`e.seq > ${after}::bigint and e.seq <= ${String(to)}::bigint` };
  }

  /**
   * Under the lock of the organization no event is voided meanwhile, and events are counted of all meters that are known to be. The first
   * days of a meter are counted after events are counted of it as well.
   */
  async countNextDay(): Promise<boolean> {
    await this.addMeters();
    const { rows } = await INCOMPLETE.execute(this.em.getKysely<object>());
    const [incomplete] = rows;
    if (!incomplete) return false;
    const { organization_id: organizationId, meter_id: meterId } = incomplete;
    const own = sql`organization_id = ${organizationId}::uuid and meter_id = ${meterId}::uuid`;
    return Transaction.run(this.em, async (transaction) => {
      await transaction.lockOrganization(organizationId, 'shared');
      const [locked] = await transaction.rows<{ after: string }>(sql`
        select (day + 1)::text as after from metering.usage_counting where ${own} and not is_complete for update skip locked`);
      if (!locked) return false;
      const [found] = await transaction.rows<{ day: string | null }>(sql`
        select (min(ingested_at) at time zone 'utc')::date::text as day from metering.events
        where organization_id = ${organizationId}::uuid and ingested_at >= ${locked.after}::timestamp at time zone 'utc'`);
      const { day } = found!;
      if (day !== null) await recountDay(transaction, organizationId, await countingMeter(transaction, meterId), day);
      await transaction.rows(sql`
        update metering.usage_counting set day = coalesce(${day}::date, day), is_complete = ${day === null} where ${own}`);
      return true;
    });
  }

  /**
   * Meters are added while no events are being counted, so all that are counted later are counted of them. The lock of a meter keeps its
   * definition from changing until it is known that its usage is counted.
   */
  private addMeters(): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      const isNew = sql`aggregation ->> 'func' <> 'unique' and not exists (
        select from metering.usage_counting u where u.organization_id = m.organization_id and u.meter_id = m.id)`;
      const [first] = await transaction.rows(sql`select id from metering.meters m where ${isNew} limit 1`);
      if (!first) return;
      const [counting] = await transaction.rows(sql`select counted_to from metering.event_counting for update skip locked`);
      if (!counting) return;
      await transaction.rows(sql`
        insert into metering.usage_counting (organization_id, meter_id)
        select organization_id, id from metering.meters m where ${isNew} order by id for share skip locked on conflict do nothing`);
    });
  }

  forgetUsageAfter(meterId: string | null): Promise<string | null> {
    return Transaction.run(this.em, async (transaction) => {
      const [next] = await transaction.rows<{ organization_id: string; meter_id: string }>(sql`
        select organization_id, meter_id from metering.usage_counting
        where ${meterId === null ? sql`true` : sql`meter_id > ${meterId}::uuid`} order by meter_id limit 1 for update`);
      if (!next) return null;
      for (const statement of forgetUsage(next.organization_id, next.meter_id)) await transaction.rows(statement);
      return next.meter_id;
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
      const [summing] = await transaction.rows<Summing>(sql`select summed_to::text from metering.usage_summing for update`);
      const own = sql`organization_id = ${organizationId}::uuid and month = ${month}::date`;
      for (const table of BY_MONTH) await transaction.rows(sql`delete from ${table} where ${own}`);
      const upTo = (position: string): RawBuilder<unknown> =>
        sql`e.organization_id = ${organizationId}::uuid and e.seq <= ${position}::bigint and ${arrivedIn(month)}`;
      await transaction.rows(addToCounts(upTo(counting!.counted_to)));
      await transaction.rows(addToRollups(upTo(summing!.summed_to)));
    });
  }
}
