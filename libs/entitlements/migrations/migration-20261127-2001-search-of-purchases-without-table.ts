import { Migration } from '@mikro-orm/migrations';

/** Reading many purchases in the order of their external ID takes the index alone. */
export class Migration20261127_2001_SearchOfPurchasesWithoutTable extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.orders_search_by_external_id');
    this.addSql(`create index concurrently orders_search_by_external_id on entitlements.orders
      (organization_id, lower(external_id) text_pattern_ops) include (external_id, id) where external_id is not null`);
    this.addSql('drop index concurrently if exists entitlements.subscriptions_search_by_external_id');
    this.addSql(`create index concurrently subscriptions_search_by_external_id on entitlements.subscriptions
      (organization_id, lower(external_id) text_pattern_ops) include (external_id, id) where external_id is not null`);
    this.addSql('drop index concurrently if exists entitlements.orders_by_external_id_prefix');
    this.addSql('drop index concurrently if exists entitlements.subscriptions_by_external_id_prefix');
  }
}
