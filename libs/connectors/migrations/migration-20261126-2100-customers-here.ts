import { Migration } from '@mikro-orm/migrations';

/** Customers at providers by the customer here; those who are nobody here come in the order of their ids. */
export class Migration20261126_2100_CustomersHere extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists connectors.customers_here');
    this.addSql(`
      create index concurrently customers_here on connectors.subjects (organization_id, result_id, id) where kind = 'customer'`);
  }
}
