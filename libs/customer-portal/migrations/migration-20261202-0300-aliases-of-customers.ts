import { Migration } from '@mikro-orm/migrations';

/** The address of a customer that was merged stays an alias of the customer that it was merged into. */
export class Migration20261202_0300_AliasesOfCustomers extends Migration {
  override up(): void {
    this.addSql(`alter table customer_portal.customers add column alias_email text, add column alias_key text,
      add column alias_signs_in boolean not null default false`);
  }
}
