import { Migration } from '@mikro-orm/migrations';

/** The view is for other contexts, and finds its rows by the index of the same condition. */
export class Migration20261120_2120_ActiveSubscriptions extends Migration {
  override up(): void {
    this.addSql(`
      create index subscriptions_active on entitlements.subscriptions (organization_id, customer_id)
        where status in ('active', 'trialing');
      create view entitlements.active_subscriptions as
        select organization_id, customer_id from entitlements.subscriptions where status in ('active', 'trialing');
    `);
  }
}
