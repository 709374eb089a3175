import { Migration } from '@mikro-orm/migrations';

/** Everything that a customer at a provider bought; `subjects_of_customer` has only what is open. */
export class Migration20261126_2101_PurchasesOfCustomers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists connectors.purchases_of_customers');
    this.addSql(`
      create index concurrently purchases_of_customers on connectors.subjects (connector_id, customer_ref) where customer_ref is not null`);
  }
}
