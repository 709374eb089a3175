import { Migration } from '@mikro-orm/migrations';

/** Organizations with purchases from before the triggers: their metrics are read from rows until the worker has made their sums. */
export class Migration20261204_0302_OrganizationsWithoutRollups extends Migration {
  override up(): void {
    this.addSql(`
      insert into entitlements.unrolled_organizations (organization_id)
        select organization_id from entitlements.orders union select organization_id from entitlements.subscriptions
    `);
  }
}
