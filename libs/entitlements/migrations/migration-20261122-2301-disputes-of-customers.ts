import { Migration } from '@mikro-orm/migrations';

/** Finds the disputes of a customer that is merged into another one. Disputes are few. */
export class Migration20261122_2301_DisputesOfCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create index disputes_by_customer on entitlements.disputes (organization_id, customer_id, created_at, id);
    `);
  }
}
