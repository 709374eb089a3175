import { Migration } from '@mikro-orm/migrations';

/** The invoices and receipts that sellers told. Rewrites no row. */
export class Migration20261123_0601_OrderDocuments extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.orders
        add column invoice jsonb,
        add column receipt jsonb;
    `);
  }
}
