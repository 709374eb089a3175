import { Migration } from '@mikro-orm/migrations';

/** Customers whose name or e-mail address begins with a text are found by index. */
export class Migration20261125_0930_CustomerSearch extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_by_email_prefix');
    this.addSql(`create index concurrently customers_by_email_prefix on customer_portal.customers
      (organization_id, email_key text_pattern_ops) where deleted_at is null`);
    this.addSql('drop index concurrently if exists customer_portal.customers_by_name_prefix');
    this.addSql(`create index concurrently customers_by_name_prefix on customer_portal.customers
      (organization_id, lower(name) text_pattern_ops) where deleted_at is null`);
  }
}
