import { Migration } from '@mikro-orm/migrations';

/**
 * The trigrams of addresses are those of an expression. With those of the column, PostgreSQL looked for whole addresses in this index
 * as well, and each time read all that was inserted since the last vacuum.
 */
export class Migration20261130_0200_PartsOfAddresses extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_with_part_of_email');
    this.addSql(`create index concurrently customers_with_part_of_email on customer_portal.customers
      using gin (organization_id, lower(email_key) gin_trgm_ops) where deleted_at is null`);
    this.addSql('drop index concurrently if exists customer_portal.customers_with_email');
  }
}
