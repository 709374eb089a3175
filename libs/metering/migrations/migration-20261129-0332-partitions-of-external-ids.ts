import { Migration } from '@mikro-orm/migrations';

/**
 * External ids of events, partitioned by the day on which their partition began. A function returns that of the current partition, so that
 * it is known when statements are planned. The last release stores them in `event_keys`, which is the only partition while it runs: the next
 * one begins two weeks later at the earliest.
 */
export class Migration20261129_0332_PartitionsOfExternalIds extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.event_external_ids (
        organization_id uuid not null,
        key uuid not null,
        event_id uuid not null,
        since date not null
      ) partition by list (since);
      do $$
        declare
          today text := (select pg_get_expr(adbin, adrelid) from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
            where adrelid = 'metering.event_keys'::regclass and attname = 'since');
        begin
          execute format('create function metering.external_ids_since() returns date language sql immutable parallel safe return %s', today);
          execute format('alter table metering.event_external_ids attach partition metering.event_keys for values in (%s)', today);
        end
      $$;
      alter table metering.event_external_ids alter column since set default metering.external_ids_since();
    `);
  }
}
