import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Partitions } from '../../domain/partitions.ts';
import { Transaction } from './transaction.ts';

/** Beside the month that it is. */
const MONTHS_AHEAD = 2;
/** Any number that nothing else in this database takes an advisory lock on: one worker does it, the others find it done. */
const LOCK = 7252;

@Injectable()
export class SqlPartitions extends Partitions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  makeAhead(now: Date): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.rows(sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`);
      for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
        const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10);
        await transaction.rows(sql`select metering.make_partition(${month}::date)`);
      }
    });
  }

  async dropBefore(limit: Date): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'metering.events'::regclass and relname ~ '^events_[0-9]{4}_[0-9]{2}$' order by relname`.execute(
      this.em.getKysely<object>(),
    );
    for (const { name } of rows) {
      const [year, month] = name.split('_').slice(1).map(Number) as [number, number];
      const end = new Date(Date.UTC(year, month));
      if (end <= limit) await this.drop(name, end);
    }
  }

  private drop(name: string, end: Date): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      const partition = sql.ref(`metering.${name}`);
      await transaction.rows(sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`);
      const [there] = await transaction.rows<{ there: boolean }>(
        sql`select to_regclass(${`metering.${name}`}) is not null as there`,
      );
      if (!there!.there) return;
      await transaction.rows(sql`lock table metering.events in access exclusive mode`);
      for (const statement of forgetting(partition, end)) await transaction.rows(statement);
      await transaction.rows(sql`drop table ${partition}`);
    });
  }
}

/** Ids begin with the time, so those of a partition are all below the first one of the next. */
const firstIdOf = (time: Date): string => {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
};

const forgetting = (partition: ReturnType<typeof sql.ref>, end: Date) => {
  const first = firstIdOf(end);
  return [
    sql`update metering.event_names n set occurrences = n.occurrences - gone.number from (
        select distinct on (n.organization_id, n.name, n.source) n.organization_id, n.name, n.source, n.shard, counted.number
        from (select organization_id, name, source, count(*) as number from ${partition} group by 1, 2, 3) as counted
        join metering.event_names n using (organization_id, name, source)
      ) as gone where (n.organization_id, n.name, n.source, n.shard) = (gone.organization_id, gone.name, gone.source, gone.shard)`,
    sql`delete from metering.event_names n using (
        select organization_id, name, source from metering.event_names group by 1, 2, 3 having sum(occurrences) = 0
      ) as gone where (n.organization_id, n.name, n.source) = (gone.organization_id, gone.name, gone.source)`,
    sql`delete from metering.event_keys k using metering.event_ids i
      where i.id < ${first}::uuid and i.organization_id = k.organization_id and i.key = k.key`,
    sql`delete from metering.event_links l using metering.event_ids i where i.id < ${first}::uuid and l.child_id = i.id`,
    sql`delete from metering.event_ids where id < ${first}::uuid`,
  ];
};
