import { Migration } from '@mikro-orm/migrations';

/** Customers are found without the accents of their texts, and by what others write without them. */
export class Migration20261210_0501_FoldedCustomers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const { column, text, where } of [
      { column: 'email', text: 'email_key', where: '' },
      { column: 'name', text: 'name', where: '' },
      { column: 'external_id', text: 'external_id', where: 'and external_id is not null' },
      { column: 'billing_name', text: 'billing_name', where: 'and billing_name is not null' },
    ]) {
      this.addSql(`drop index concurrently if exists customer_portal.customers_with_folded_${column}`);
      this.addSql(`create index concurrently customers_with_folded_${column} on customer_portal.customers
        using gin (organization_id, platform.folded(${text}) gin_trgm_ops) where deleted_at is null ${where}`);
      this.addSql(`drop index concurrently if exists customer_portal.customers_by_folded_${column}`);
      this.addSql(`create index concurrently customers_by_folded_${column} on customer_portal.customers
        (organization_id, platform.folded(${text}) text_pattern_ops) include (${text}, id) where deleted_at is null ${where}`);
    }
    this.addSql('drop index concurrently if exists customer_portal.customers_with_part_of_email');
    this.addSql('drop index concurrently if exists customer_portal.customers_with_name');
    this.addSql('drop index concurrently if exists customer_portal.customers_with_external_id');
    this.addSql('drop index concurrently if exists customer_portal.customers_with_part_of_billing_name');
    this.addSql('drop index concurrently if exists customer_portal.customers_search_by_email');
    this.addSql('drop index concurrently if exists customer_portal.customers_search_by_name');
    this.addSql('drop index concurrently if exists customer_portal.customers_search_by_external_id');
    this.addSql('drop index concurrently if exists customer_portal.customers_search_by_billing_name');
  }
}
