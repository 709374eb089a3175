import { Migration } from '@mikro-orm/migrations';

/** What happens when a provider has another e-mail address for a customer. Sellers are asked until they say otherwise. */
export class Migration20261130_0702_EmailsOfCustomers extends Migration {
  override up(): void {
    this.addSql(`
      alter table connectors.connectors add column customer_email text not null default 'ask'
        check (customer_email in ('keep', 'follow', 'ask'));
    `);
  }
}
