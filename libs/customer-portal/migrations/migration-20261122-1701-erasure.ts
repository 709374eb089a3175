import { Migration } from '@mikro-orm/migrations';

/** Find what has to be erased when a customer is anonymized. */
export class Migration20261122_1701_Erasure extends Migration {
  override up(): void {
    this.addSql(`
      create index members_deleted on customer_portal.members (organization_id, customer_id) where deleted_at is not null;
      create index sign_in_codes_of_customer on customer_portal.sign_in_codes (organization_id, customer_id);
    `);
  }
}
