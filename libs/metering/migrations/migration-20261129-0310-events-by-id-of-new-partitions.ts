import { Migration } from '@mikro-orm/migrations';

/** New partitions get the index that the others have. A partition that was created after those were indexed is empty. */
export class Migration20261129_0310_EventsByIdOfNewPartitions extends Migration {
  override up(): void {
    this.addSql(`
      create index events_by_id on only metering.events (id);
      do $$
        declare
          partition name;
        begin
          for partition in
            select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'metering.events'::regclass
          loop
            execute format('create index if not exists %I on %s (id)', partition || '_by_id', 'metering.' || partition);
            execute format('alter index metering.events_by_id attach partition metering.%I', partition || '_by_id');
          end loop;
        end
      $$;
    `);
  }
}
