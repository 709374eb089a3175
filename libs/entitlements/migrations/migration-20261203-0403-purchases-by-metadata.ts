import { Migration } from '@mikro-orm/migrations';

/** Lists of orders and subscriptions find those with certain metadata. */
export class Migration20261203_0403_PurchasesByMetadata extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.orders_by_metadata');
    this.addSql(`create index concurrently orders_by_metadata on entitlements.orders
      using gin (organization_id, metadata jsonb_path_ops) where metadata <> '{}'`);
    this.addSql('drop index concurrently if exists entitlements.subscriptions_by_metadata');
    this.addSql(`create index concurrently subscriptions_by_metadata on entitlements.subscriptions
      using gin (organization_id, metadata jsonb_path_ops) where metadata <> '{}'`);
  }
}
