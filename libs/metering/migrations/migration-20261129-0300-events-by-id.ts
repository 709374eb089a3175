import { Migration } from '@mikro-orm/migrations';

/** The partitions whose index is missing, or was left invalid by an interrupted build. */
const WITHOUT_INDEX = `
  select partition.relname as partition from pg_inherits join pg_class partition on partition.oid = inhrelid
  where inhparent = 'metering.events'::regclass and not exists (
    select from pg_index where indexrelid = to_regclass('metering.' || partition.relname || '_by_id') and indisvalid)
  order by 1`;

/** PostgreSQL builds no index of a partitioned table concurrently, so each partition gets its own. */
export class Migration20261129_0300_EventsById extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    for (const { partition } of (await this.execute(WITHOUT_INDEX)) as { partition: string }[]) {
      this.addSql(`drop index concurrently if exists metering.${partition}_by_id`);
      this.addSql(`create index concurrently ${partition}_by_id on metering.${partition} (id)`);
    }
  }
}
