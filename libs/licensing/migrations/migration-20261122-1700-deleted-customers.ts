import { Migration } from '@mikro-orm/migrations';

/** Keys of deleted customers are refused from the moment of the deletion. Rewrites no row. */
export class Migration20261122_1700_DeletedCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.deleted_customers (
        organization_id uuid not null,
        customer_id uuid not null,
        primary key (organization_id, customer_id)
      );
    `);
    this.addSql('alter table licensing.license_keys add column granted_after_deletion boolean not null default false;');
  }
}
