import { Migration } from '@mikro-orm/migrations';

/** Customers list their own keys, oldest first. */
export class Migration20261120_2220_KeysOfCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create index license_keys_by_customer on licensing.license_keys (organization_id, customer_id, created_at, id);
    `);
  }
}
