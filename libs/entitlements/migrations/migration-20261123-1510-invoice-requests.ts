import { Migration } from '@mikro-orm/migrations';

/** When somebody asked for the invoice of an order. Rewrites no row. */
export class Migration20261123_1510_InvoiceRequests extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.orders add column invoice_requested_at timestamptz;');
  }
}
