import { Migration } from '@mikro-orm/migrations';

/** Customers are found by the addresses that they have taken over. */
export class Migration20261202_0301_CustomersByAlias extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_with_alias');
    this.addSql(`create index concurrently customers_with_alias on customer_portal.customers (organization_id, alias_key)
      where alias_key is not null`);
  }
}
