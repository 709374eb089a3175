import { Migration } from '@mikro-orm/migrations';

/** License keys by status, by benefit and status, and those that are granted by the day in UTC on which they expire. Tables that Citus divides have no triggers. */
export class Migration20261208_0102_CountedKeys extends Migration {
  override up(): void {
    this.addSql(`
      create function licensing.counted_expiry(status text, expires_at timestamptz) returns date language sql immutable parallel safe return
        case when status = 'granted' and expires_at < '9999-12-31T00:00:00Z' then (expires_at at time zone 'UTC')::date end;

      create function licensing.facets_of_keys(status text, benefit_id uuid, expires_on date) returns text[]
        language sql stable parallel safe return
          array[status, benefit_id || ' ' || status]
            || case when expires_on is not null then array['expires ' || to_char(expires_on, 'YYYY-MM-DD')] end;

      create view licensing.counted_keys as
        select organization_id, licensing.facets_of_keys(status, benefit_id, licensing.counted_expiry(status, expires_at)) as facets, count(*) as rows
        from licensing.license_keys group by organization_id, status, benefit_id, licensing.counted_expiry(status, expires_at);

      create function licensing.count_keys() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows)
            select organization_id, 'licensing.counted_keys', licensing.facets_of_keys(status, benefit_id, licensing.counted_expiry(status, expires_at)),
              case tg_op when 'INSERT' then count(*) else -count(*) end
            from changed group by organization_id, status, benefit_id, licensing.counted_expiry(status, expires_at);
          return null;
        end
      $$;
      create function licensing.count_changed_key() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows) values
            (old.organization_id, 'licensing.counted_keys', licensing.facets_of_keys(old.status, old.benefit_id, licensing.counted_expiry(old.status, old.expires_at)), -1),
            (new.organization_id, 'licensing.counted_keys', licensing.facets_of_keys(new.status, new.benefit_id, licensing.counted_expiry(new.status, new.expires_at)), 1);
          return null;
        end
      $$;
    `);
    this.addSql(`
      do $$
        begin
          if exists (select from pg_extension where extname = 'citus') then return; end if;
          create trigger added_keys_are_counted after insert on licensing.license_keys
            referencing new table as changed for each statement execute function licensing.count_keys();
          create trigger deleted_keys_are_counted after delete on licensing.license_keys
            referencing old table as changed for each statement execute function licensing.count_keys();
          create trigger changed_keys_are_counted after update of status, benefit_id, expires_at on licensing.license_keys
            for each row when (row(old.status, old.benefit_id, licensing.counted_expiry(old.status, old.expires_at))
              is distinct from row(new.status, new.benefit_id, licensing.counted_expiry(new.status, new.expires_at))) execute function licensing.count_changed_key();
        end
      $$;
    `);
  }
}
