import { Migration } from '@mikro-orm/migrations';

/** Purchases are found by a part of the ID that they have in another system, orders also by a part of the number of their invoice. */
export class Migration20261127_1501_PartsOfPurchases extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.orders_by_external_id_prefix');
    this.addSql(`create index concurrently orders_by_external_id_prefix on entitlements.orders
      (organization_id, lower(external_id) text_pattern_ops) where external_id is not null`);
    this.addSql('drop index concurrently if exists entitlements.orders_with_external_id');
    this.addSql(`create index concurrently orders_with_external_id on entitlements.orders
      using gin (organization_id, lower(external_id) gin_trgm_ops) where external_id is not null`);
    this.addSql('drop index concurrently if exists entitlements.orders_by_invoice_prefix');
    this.addSql(`create index concurrently orders_by_invoice_prefix on entitlements.orders
      (organization_id, lower(invoice ->> 'number') text_pattern_ops) where invoice is not null`);
    this.addSql('drop index concurrently if exists entitlements.orders_with_invoice');
    this.addSql(`create index concurrently orders_with_invoice on entitlements.orders
      using gin (organization_id, lower(invoice ->> 'number') gin_trgm_ops) where invoice is not null`);
    this.addSql('drop index concurrently if exists entitlements.subscriptions_by_external_id_prefix');
    this.addSql(`create index concurrently subscriptions_by_external_id_prefix on entitlements.subscriptions
      (organization_id, lower(external_id) text_pattern_ops) where external_id is not null`);
    this.addSql('drop index concurrently if exists entitlements.subscriptions_with_external_id');
    this.addSql(`create index concurrently subscriptions_with_external_id on entitlements.subscriptions
      using gin (organization_id, lower(external_id) gin_trgm_ops) where external_id is not null`);
  }
}
