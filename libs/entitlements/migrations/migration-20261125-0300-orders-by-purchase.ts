import { Migration } from '@mikro-orm/migrations';

/** Finds what was paid in a period. */
export class Migration20261125_0300_OrdersByPurchase extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.orders_by_purchase');
    this.addSql(`
      create index concurrently orders_by_purchase on entitlements.orders (organization_id, (coalesce(purchased_at, created_at)))
        where status in ('paid', 'partially_refunded', 'refunded')`);
  }
}
