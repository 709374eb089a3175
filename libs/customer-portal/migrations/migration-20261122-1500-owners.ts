import { Migration } from '@mikro-orm/migrations';

/** Finds the owner of a customer, whose avatar a team without an e-mail address has, however many members there are. */
export class Migration20261122_1500_Owners extends Migration {
  override up(): void {
    this.addSql(`
      create index members_owners on customer_portal.members (organization_id, customer_id)
        where role = 'owner' and deleted_at is null;
    `);
  }
}
