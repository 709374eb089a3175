import { Migration } from '@mikro-orm/migrations';

/** Organizations with purchases from before the triggers: metrics of their customers are read from rows until the worker has made their sums. */
export class Migration20261210_0904_OrganizationsWithoutCustomerSums extends Migration {
  override up(): void {
    for (const table of ['orders', 'subscriptions']) {
      this.addSql(`
        with recursive o (id) as (
          (select organization_id from entitlements.${table} order by organization_id limit 1)
          union all
          select (select organization_id from entitlements.${table} where organization_id > o.id order by organization_id limit 1)
          from o where o.id is not null
        )
        insert into entitlements.unrolled_customers (organization_id) select id from o where id is not null on conflict do nothing
      `);
    }
  }
}
