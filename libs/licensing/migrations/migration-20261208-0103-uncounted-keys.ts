import { Migration } from '@mikro-orm/migrations';

/** Organizations with license keys from before the triggers: lists count them until the worker has. */
export class Migration20261208_0103_UncountedKeys extends Migration {
  override up(): void {
    this.addSql(`
      do $$
        begin
          if exists (select from pg_extension where extname = 'citus') then return; end if;
          with recursive o (id) as (
            (select organization_id from licensing.license_keys order by organization_id limit 1)
            union all
            select (select organization_id from licensing.license_keys where organization_id > o.id order by organization_id limit 1)
            from o where o.id is not null
          )
          insert into platform.uncounted_rows (organization_id, counted)
            select id, 'licensing.counted_keys' from o where id is not null on conflict do nothing;
        end
      $$;
    `);
  }
}
