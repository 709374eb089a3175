import { Migration } from '@mikro-orm/migrations';

/** What customers are searched by, for lists of other contexts that a text of a customer filters. */
export class Migration20261202_0302_SearchedCustomers extends Migration {
  override up(): void {
    this.addSql(`create view customer_portal.searched_customers as
      select organization_id, id, email_key as email, lower(name) as name, lower(external_id) as external_id
      from customer_portal.customers where deleted_at is null`);
  }
}
