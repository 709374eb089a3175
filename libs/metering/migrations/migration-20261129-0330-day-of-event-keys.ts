import { Migration } from '@mikro-orm/migrations';

/** The existing table of external ids becomes the first partition. Its rows are not rewritten: the day is a constant default. */
export class Migration20261129_0330_DayOfEventKeys extends Migration {
  override up(): void {
    this.addSql(`
      do $$
        declare
          today date := now() at time zone 'utc';
        begin
          execute format('alter table metering.event_keys add column since date not null default %L', today);
          execute format('alter table metering.event_keys add constraint event_keys_since check (since = %L) not valid', today);
        end
      $$;
    `);
  }
}
