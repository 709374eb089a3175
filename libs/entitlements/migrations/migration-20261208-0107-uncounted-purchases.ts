import { Migration } from '@mikro-orm/migrations';

/** Organizations with purchases from before the triggers: lists count them until the worker has. */
export class Migration20261208_0107_UncountedPurchases extends Migration {
  override up(): void {
    this.addSql(`
      do $$
        begin
          if exists (select from pg_extension where extname = 'citus') then return; end if;
          with recursive o (id) as (
            (select organization_id from entitlements.orders order by organization_id limit 1)
            union all
            select (select organization_id from entitlements.orders where organization_id > o.id order by organization_id limit 1)
            from o where o.id is not null
          )
          insert into platform.uncounted_rows (organization_id, counted)
            select id, 'entitlements.counted_orders' from o where id is not null on conflict do nothing;
          with recursive o (id) as (
            (select organization_id from entitlements.subscriptions order by organization_id limit 1)
            union all
            select (select organization_id from entitlements.subscriptions where organization_id > o.id order by organization_id limit 1)
            from o where o.id is not null
          )
          insert into platform.uncounted_rows (organization_id, counted)
            select id, 'entitlements.counted_subscriptions' from o where id is not null on conflict do nothing;
          with recursive o (id) as (
            (select organization_id from entitlements.benefit_grants order by organization_id limit 1)
            union all
            select (select organization_id from entitlements.benefit_grants where organization_id > o.id order by organization_id limit 1)
            from o where o.id is not null
          )
          insert into platform.uncounted_rows (organization_id, counted)
            select id, 'entitlements.counted_grants' from o where id is not null on conflict do nothing;
        end
      $$;
    `);
  }
}
