import { Migration } from '@mikro-orm/migrations';

/** Customers are found by a part of the ID that they have in another system. */
export class Migration20261127_1500_CustomersByExternalId extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_by_external_id_prefix');
    this.addSql(`create index concurrently customers_by_external_id_prefix on customer_portal.customers
      (organization_id, lower(external_id) text_pattern_ops) where deleted_at is null and external_id is not null`);
    this.addSql('drop index concurrently if exists customer_portal.customers_with_external_id');
    this.addSql(`create index concurrently customers_with_external_id on customer_portal.customers
      using gin (organization_id, lower(external_id) gin_trgm_ops) where deleted_at is null and external_id is not null`);
  }
}
