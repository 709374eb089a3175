import { Migration } from '@mikro-orm/migrations';

/**
 * Events are found by their ids, which begin with a time that is not after their arrival. The last release reads and writes the table
 * of ids, so a view takes its place; nothing can be deleted from it. Events of a detached month with an id before `first_id` were
 * deleted by that release.
 */
export class Migration20261129_0320_EventsWithoutTableOfIds extends Migration {
  override up(): void {
    this.addSql(`
      create function metering.time_of(id uuid) returns timestamptz language sql immutable parallel safe return
        to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
      create function metering.key_of(external_id text) returns uuid language sql immutable parallel safe return
        encode(substr(sha256(convert_to(external_id, 'UTF8')), 1, 16), 'hex')::uuid;

      create table metering.month_deletions (
        month text primary key,
        next_block bigint not null default 0,
        first_id uuid not null default '00000000-0000-0000-0000-000000000000'
      );
      insert into metering.month_deletions (month, first_id)
        select relname, coalesce((select id from metering.event_ids order by id limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        from pg_class where relnamespace = 'metering'::regnamespace and relkind = 'r' and relname ~ '^events_[0-9]{4}_[0-9]{2}$'
          and not exists (select from pg_inherits where inhrelid = pg_class.oid);

      drop table metering.event_ids;
      create view metering.event_ids as
        select id, organization_id, metering.key_of(external_id) as key, ingested_at, seq from metering.events
        union all select null, null, null, null, null where false;
      create function metering.is_stored_by_event() returns trigger language plpgsql as $$
        begin
          return new;
        end
      $$;
      create trigger event_ids_of_events instead of insert on metering.event_ids
        for each row execute function metering.is_stored_by_event();
    `);
  }
}
