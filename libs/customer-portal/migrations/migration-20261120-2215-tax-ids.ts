import { Migration } from '@mikro-orm/migrations';

/** `tax_id` is the number and its format, as the wire has them. */
export class Migration20261120_2215_TaxIds extends Migration {
  override up(): void {
    this.addSql('alter table customer_portal.customers add column tax_id jsonb');
  }
}
