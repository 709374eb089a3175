import { sql } from 'kysely';
import type { Transaction } from './transaction.ts';

const DAY_MS = 86_400_000;
/** Events are deleted by the month. */
const DAYS_OF_A_MONTH = 31;

interface Partition {
  readonly name: string;
  /** The day on which it began, and that on which the next one did: what it has arrived in between. The current one has no end. */
  readonly since: Date;
  readonly until: Date | undefined;
}

/**
 * Several partitions cannot have a unique key together. But only one of them is added to: when the next one begins, whoever adds to the
 * one before has ended, and whoever comes later sees all that it has.
 */
export class PartitionsOfExternalIds {
  private constructor(
    private readonly transaction: Transaction,
    private readonly partitions: readonly Partition[],
  ) {}

  static async read(transaction: Transaction): Promise<PartitionsOfExternalIds> {
    const rows = await transaction.rows<{ name: string; since: string }>(sql`
      select relname as name, substring(pg_get_expr(relpartbound, pg_class.oid) from '\\d{4}-\\d\\d-\\d\\d') as since
      from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'metering.event_external_ids'::regclass order by since`);
    const days = rows.map(({ since }) => new Date(since));
    const partitions = rows.map(({ name }, index) => ({ name, since: days[index]!, until: days[index + 1] }));
    return new PartitionsOfExternalIds(transaction, partitions);
  }

  /** Drops those whose events have all arrived before. */
  async dropBefore(time: Date): Promise<void> {
    for (const { name } of this.partitions.filter(({ until }) => until && until.getTime() + DAY_MS <= time.getTime())) {
      await this.transaction.rows(sql`drop table ${sql.ref(`metering.${name}`)}`);
    }
  }

  /** The lock is also waited for by statements that add external ids, so their snapshots are taken when the new partition is there. */
  async divide(now: Date, days: number): Promise<void> {
    const age = now.getTime() - this.partitions.at(-1)!.since.getTime();
    if (age < ((days + DAYS_OF_A_MONTH) / 2) * DAY_MS) return;
    const since = now.toISOString().slice(0, 10);
    const name = sql.ref(`metering.event_external_ids_${since.replaceAll('-', '_')}`);
    const statements = [
      sql`lock table metering.event_external_ids in access exclusive mode`,
      sql`create or replace function metering.external_ids_since() returns date language sql immutable parallel safe return ${sql.lit(since)}::date`,
      sql`create table ${name} partition of metering.event_external_ids (primary key (organization_id, key)) for values in (${sql.lit(since)})`,
    ];
    for (const statement of statements) await this.transaction.rows(statement);
  }
}
