import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Partitions } from '../../domain/partitions.ts';
import { PartitionsOfExternalIds } from './partitions-of-external-ids.ts';
import {
  DELETE_UNUSED_NAMES,
  deleteCounts,
  deleteLinks,
  hasEventsFrom,
  type Month,
  occurrencesOf,
  progressOf,
  subjectsOf,
  subtractOccurrences,
} from './sql/event-deletion.ts';
import { Transaction } from './transaction.ts';

/** The number of months after the current one whose partitions exist. */
const MONTHS_AHEAD = 2;
/** Workers maintain partitions one at a time. The number is used for no other advisory lock in the database. */
const LOCK = sql`select pg_advisory_xact_lock(7252)`;
const LOCK_TIMEOUT = sql`set local lock_timeout = '1s'`;
const LOCK_NOT_AVAILABLE = '55P03';

@Injectable()
export class SqlPartitions extends Partitions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  createAhead(now: Date): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.rows(LOCK);
      for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
        const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10);
        await transaction.rows(sql`select metering.make_partition(${month}::date)`);
      }
    });
  }

  async detachBefore(limit: Date, sink: string | undefined): Promise<void> {
    for (let hasMore: boolean | undefined = true; hasMore;) {
      hasMore = await this.unlessLocked(async (transaction) => {
        const month = (await months(transaction)).find(({ isDetached, end }) => !isDetached && end <= limit);
        if (!month || (sink !== undefined && !(await isHandedOver(transaction, month, sink)))) return false;
        await transaction.rows(sql`alter table metering.events detach partition ${month.partition}`);
        return true;
      });
    }
  }

  async deleteEvents(): Promise<boolean> {
    const hasMore = await this.unlessLocked(async (transaction) => {
      const [month, later] = (await months(transaction)).filter(({ isDetached }) => isDetached);
      if (!month) return false;
      const [progress] = await transaction.rows(progressOf(month));
      const [left] = await transaction.rows(hasEventsFrom(month, progress!.next_block));
      if (left!.exists) {
        await transaction.rows(deleteLinks(month, progress!));
        await transaction.rows(deleteCounts(month, await transaction.rows(subjectsOf(month, progress!))));
        const deleted = await transaction.rows(occurrencesOf(month, progress!));
        await transaction.rows(subtractOccurrences(month, progress!, deleted));
        return true;
      }
      await transaction.rows(sql`lock table metering.event_names in share row exclusive mode`);
      await transaction.rows(DELETE_UNUSED_NAMES);
      await transaction.rows(sql`drop table ${month.partition}`);
      await transaction.rows(sql`delete from metering.month_deletions where month = ${month.name}`);
      return later !== undefined;
    });
    return hasMore ?? false;
  }

  async divideExternalIds(now: Date, days: number): Promise<void> {
    await this.unlessLocked(async (transaction) => {
      const [oldest] = await months(transaction);
      const partitions = await PartitionsOfExternalIds.read(transaction);
      await partitions.dropBefore(oldest?.start ?? now);
      await partitions.divide(now, days);
    });
  }

  /** Waits for locks only briefly, because others queue behind it meanwhile. Returns undefined if a lock was not available. */
  private async unlessLocked<T>(work: (transaction: Transaction) => Promise<T>): Promise<T | undefined> {
    try {
      return await Transaction.run(this.em, async (transaction) => {
        for (const statement of [LOCK_TIMEOUT, LOCK]) await transaction.rows(statement);
        return work(transaction);
      });
    } catch (error) {
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return undefined;
      throw error;
    }
  }
}

/** The lock is the one that detaching needs: no event is added meanwhile. */
async function isHandedOver(transaction: Transaction, { partition }: Month, sink: string): Promise<boolean> {
  await transaction.rows(sql`lock table ${partition} in access exclusive mode`);
  const [progress] = await transaction.rows<{ after: string }>(sql`
    select after_seq::text as after from metering.event_sinks where name = ${sink}`);
  if (!progress) return false;
  const [left] = await transaction.rows<{ exists: boolean }>(sql`
    select exists (select 1 from ${partition} where seq > ${progress.after}::bigint) as exists`);
  return !left!.exists;
}

/** All months that have a table, the oldest first. */
async function months(transaction: Transaction): Promise<Month[]> {
  const rows = await transaction.rows<{ name: string; isDetached: boolean }>(sql`
    select relname as name, inhrelid is null as "isDetached" from pg_class left join pg_inherits on inhrelid = pg_class.oid
    where relnamespace = 'metering'::regnamespace and relkind = 'r' and relname ~ '^events_[0-9]{4}_[0-9]{2}$' order by relname`);
  return rows.map(({ name, isDetached }) => {
    const [year, month] = name.split('_').slice(1).map(Number) as [number, number];
    const [start, end] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))];
    return { name, partition: sql.ref(`metering.${name}`), isDetached, start, end };
  });
}
