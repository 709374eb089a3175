import { Migration } from '@mikro-orm/migrations';

/** Organizations with customers from before the triggers: lists count them until the worker has. */
export class Migration20261208_0105_UncountedCustomers extends Migration {
  override up(): void {
    this.addSql(`
      do $$
        begin
          if exists (select from pg_extension where extname = 'citus') then return; end if;
          with recursive o (id) as (
            (select organization_id from customer_portal.customers where deleted_at is null order by organization_id limit 1)
            union all
            select (select organization_id from customer_portal.customers where organization_id > o.id and deleted_at is null order by organization_id limit 1)
            from o where o.id is not null
          )
          insert into platform.uncounted_rows (organization_id, counted)
            select id, 'customer_portal.counted_customers' from o where id is not null on conflict do nothing;
        end
      $$;
    `);
  }
}
