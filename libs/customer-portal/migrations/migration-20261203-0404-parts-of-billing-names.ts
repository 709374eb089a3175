import { Migration } from '@mikro-orm/migrations';

/** Lists of customers find a part of a billing name, as they find one of the other names. */
export class Migration20261203_0404_PartsOfBillingNames extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_with_part_of_billing_name');
    this.addSql(`create index concurrently customers_with_part_of_billing_name on customer_portal.customers
      using gin (organization_id, lower(billing_name) gin_trgm_ops) where deleted_at is null and billing_name is not null`);
    this.addSql('drop index concurrently if exists customer_portal.customers_search_by_billing_name');
    this.addSql(`create index concurrently customers_search_by_billing_name on customer_portal.customers
      (organization_id, lower(billing_name) text_pattern_ops) include (billing_name, id)
      where deleted_at is null and billing_name is not null`);
  }
}
