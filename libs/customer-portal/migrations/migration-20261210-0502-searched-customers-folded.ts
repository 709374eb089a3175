import { Migration } from '@mikro-orm/migrations';

/** The texts of customers that others search are folded, as in the indexes. */
export class Migration20261210_0502_SearchedCustomersFolded extends Migration {
  override up(): void {
    this.addSql(`create or replace view customer_portal.searched_customers as
      select organization_id, id, platform.folded(email_key) as email, platform.folded(name) as name,
        platform.folded(external_id) as external_id
      from customer_portal.customers where deleted_at is null`);
  }
}
