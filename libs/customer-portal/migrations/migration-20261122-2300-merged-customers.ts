import { Migration } from '@mikro-orm/migrations';

/**
 * A customer that was merged points to the one that has everything it had. Usage events that arrive late find it by its former
 * external id. The column is null in every row, so that the index is built over none.
 */
export class Migration20261122_2300_MergedCustomers extends Migration {
  override up(): void {
    this.addSql(`
      alter table customer_portal.customers add column merged_into uuid references customer_portal.customers (id);
      create index customers_merged on customer_portal.customers (organization_id, external_id) where merged_into is not null;
    `);
  }
}
