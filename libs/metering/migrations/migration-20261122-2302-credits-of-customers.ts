import { Migration } from '@mikro-orm/migrations';

/** Finds the crediting grants of a customer that is merged into another one. */
export class Migration20261122_2302_CreditsOfCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create index crediting_grants_of_customer on metering.crediting_grants (customer_id);
    `);
  }
}
