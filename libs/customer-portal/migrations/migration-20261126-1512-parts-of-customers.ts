import { Migration } from '@mikro-orm/migrations';

/** Customers are found by a part of their name or e-mail address: by its trigrams (pg_trgm), within the organization (btree_gin). */
export class Migration20261126_1512_PartsOfCustomers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_with_email');
    this.addSql(`create index concurrently customers_with_email on customer_portal.customers
      using gin (organization_id, email_key gin_trgm_ops) where deleted_at is null`);
    this.addSql('drop index concurrently if exists customer_portal.customers_with_name');
    this.addSql(`create index concurrently customers_with_name on customer_portal.customers
      using gin (organization_id, lower(name) gin_trgm_ops) where deleted_at is null`);
  }
}
