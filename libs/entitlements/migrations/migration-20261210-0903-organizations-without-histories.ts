import { Migration } from '@mikro-orm/migrations';

/** Organizations with purchases from before the triggers: their renewals and customers are read from rows until the worker has made the sums. */
export class Migration20261210_0903_OrganizationsWithoutHistories extends Migration {
  override up(): void {
    for (const table of ['orders', 'subscriptions']) {
      for (const list of ['unrolled_renewals', 'unrolled_customers']) {
        this.addSql(`
          with recursive o (id) as (
            (select organization_id from entitlements.${table} order by organization_id limit 1)
            union all
            select (select organization_id from entitlements.${table} where organization_id > o.id order by organization_id limit 1)
            from o where o.id is not null
          )
          insert into entitlements.${list} (organization_id) select id from o where id is not null on conflict do nothing
        `);
      }
    }
  }
}
