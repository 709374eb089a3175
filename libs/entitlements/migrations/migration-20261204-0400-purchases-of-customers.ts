import { Migration } from '@mikro-orm/migrations';

/**
 * The views by which customer-portal filters customers, in its schema, which a database of this context alone does not have. The last
 * release reads `entitlements.active_subscriptions` and `entitlements.order_figures` instead.
 */
export class Migration20261204_0400_PurchasesOfCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists customer_portal;

      create view customer_portal.active_subscriptions as
        select organization_id, customer_id from entitlements.subscriptions where status in ('active', 'trialing');

      create view customer_portal.paid_orders as
        select organization_id, customer_id, coalesce(purchased_at, created_at) as purchased_at
        from entitlements.orders where status in ('paid', 'partially_refunded', 'refunded');

      create view customer_portal.subscription_times as
        select organization_id, customer_id, started_at,
          coalesce(ended_at, case when status = 'paused' then paused_at end, ends_at) as inactive_at
        from entitlements.subscriptions;
    `);
  }
}
