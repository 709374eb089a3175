import { Migration } from '@mikro-orm/migrations';

/** Organizations with renewals from before the triggers: metrics of these are read from rows until the worker has made their sums. */
export class Migration20261210_0902_OrganizationsWithoutRenewalSums extends Migration {
  override up(): void {
    this.addSql(`
      with recursive o (id) as (
        (select organization_id from entitlements.orders where subscription_id is not null order by organization_id limit 1)
        union all
        select (select organization_id from entitlements.orders where subscription_id is not null and organization_id > o.id
          order by organization_id limit 1)
        from o where o.id is not null
      )
      insert into entitlements.unrolled_renewals (organization_id) select id from o where id is not null on conflict do nothing
    `);
  }
}
